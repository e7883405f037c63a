{% macro ranked_rows() -%}
    {#-
        Keys that have no bigint of their own are numbered by their rank in the line, so that all that follows reads
        numbers, as of any other key. A rank holds within one run: what is carried is the value (key_value). The head
        takes part with the value of its threshold. Ranks are even, which leaves room for a last value that is none of
        them: it stands between two. Where the order is descending they are negative, and go down.
        is_ranked: whether the line has such keys. head_threshold, head_last_number: the head's, in this run's numbers.
        line_last_value: the last value the head remembers, on each row.
    -#}
    {%- set line = 'partition by line_id, group_key order by key_value asc' -%}
    {%- set sign = "(case when is_descending then -1 else 1 end) * " if _any_group('is_descending') -%}
    select
        * except (number, key_rank, last_rank),
        case when kind <> 'head' and is_ranked then {{ sign }}key_rank else number end as number,
        case when is_ranked then case when kind = 'head' then {{ sign }}key_rank end else head.threshold end as head_threshold,
        case when is_ranked then case when kind = 'head' then {{ sign }}last_rank end else head.last_number end as head_last_number
    from (
        select
            *,
            case
                when line_last_value is not null then coalesce(
                    max(
                        case
                            when key_value < line_last_value then key_rank + 1
                            when key_value = line_last_value then key_rank
                        end
                    ) over ({{ line }} {{ whole() }}),
                    1
                )
            end as last_rank
        from (
            select
                *,
                case when key_value is not null then cast(2 * dense_rank() over ({{ line }}) as bigint) end as key_rank,
                count(coalesce(key_value, last_key_value)) over ({{ line }} {{ whole() }}) > 0 as is_ranked,
                first_value(last_key_value) ignore nulls over ({{ line }} {{ whole() }}) as line_last_value
            from line
        ) as valued
    ) as ranked
{%- endmacro %}
