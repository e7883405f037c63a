{% macro standing_rows() -%}
    {#-
        Ranges, requests that stand and sequences as one row each, with what each row must know of the others. A range stands
        where it begins, a request where it ends, so what overlaps a request begins at or before it, and
        what covers the begin of a range is the next request. Ranges do not overlap, nor do requests.
          open_end, skipped_end   where the last range that begins at or before this ends, if it is waited for, or will not come
          next_request            where the next request begins
    -#}
    {%- set line = 'partition by ruleset, sequence_id, epoch' -%}
    {%- set up = line ~ ' order by position asc, kind asc rows between unbounded preceding and current row' -%}
    select
        * except (window_end, step, start_number),
        max(window_end) over ({{ line }}) as window_end,
        max(step) over ({{ line }}) as step,
        coalesce(max(start_number) over ({{ line }}), 0) as origin,
        max(case when kind = 'sequence' then 1 end) over ({{ line }}) is not null as is_known,
        max(case when kind = 'range' and status = 'open' then range_end end) over ({{ up }}) as open_end,
        max(case when kind = 'range' and status not in ('open', 'unasked') then range_end end) over ({{ up }}) as skipped_end,
        min(case when kind = 'request' then range_start end) over (
            {{ line }} order by position desc, kind desc rows between unbounded preceding and 1 preceding
        ) as next_request
    from (
        select
            *,
            case when kind = 'request' then range_end else range_start end as position
        from line
    ) as line
{%- endmacro %}
