{% macro chunked_rows() -%}
    {#-
        What nobody has asked for: the part of a range behind its begin, or behind a request that ends in it, up to the next
        request and as far as it may be sent. Cut at the multiples of resequencer__resend.chunk from the start of the
        sequence, so that what comes of one chunk changes no other; nearest first, and so many that
        resequencer__resend.most stand, however large a gap is. In decimals, where differences of bigints are at home.
    -#}
    {%- set most = settings().resend.most -%}
    {%- set width = 'cast(step as decimal(20, 0)) * ' ~ settings().resend.chunk -%}
    {%- set first = 'cast(part_start as decimal(20, 0)) - pmod(cast(part_start as decimal(20, 0)) - origin, ' ~ width ~ ')' -%}
    {%- set last = 'cast(part_end as decimal(20, 0)) - pmod(cast(part_end as decimal(20, 0)) - origin, ' ~ width ~ ')' -%}
    {%- set line = 'partition by ruleset, sequence_id, epoch' -%}
    select
        *,
        -- The request itself, and what is new behind it.
        explode(concat(
            case when kind = 'request' then array(cast(null as struct<range_start: bigint, range_end: bigint>)) else array() end,
            case
                when chunk_count > 0 and standing + chunks_below < {{ most }}
                    then transform(sequence(1, least(chunk_count, {{ most }} - standing - chunks_below)), place -> named_struct(
                        'range_start', cast(greatest(part_start, first_chunk + (place - 1) * {{ width }}) as bigint),
                        'range_end', cast(least(part_end, first_chunk + place * {{ width }} - step) as bigint)
                    ))
                else array()
            end
        )) as chunk
    from (
        select
            *,
            sum(case when is_missing then 1 else 0 end) over ({{ line }}) as standing,
            sum(chunk_count) over ({{ line }} order by position asc, kind asc rows between unbounded preceding and current row) - chunk_count as chunks_below
        from (
            select
                *,
                {{ first }} as first_chunk,
                case
                    when part_start <= part_end and coalesce(part_start < next_request, true)
                        then cast(least(({{ last }} - ({{ first }})) / ({{ width }}) + 1, {{ most }}) as int)
                    else 0
                end as chunk_count
            from (
                select
                    *,
                    coalesce(kind = 'request' and open_end >= range_start, false) as is_missing,
                    coalesce(skipped_end >= range_start, false) or not is_known as is_lapsed,
                    case
                        when kind = 'request' then try_add(range_end, step)
                        when status = 'open' then range_start
                    end as part_start,
                    -- Without a range at or before it nothing is missing here; `least` would pass over that null.
                    case when open_end is not null then least(open_end, window_end, try_subtract(next_request, step)) end as part_end
                from standing
                where kind <> 'sequence'
            ) as parts
        ) as measured
    ) as numbered
{%- endmacro %}
