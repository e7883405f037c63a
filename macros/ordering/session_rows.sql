{% macro session_rows(source) -%}
    {#-
        Dynamic sessions: hold everything, release it sorted. A sliding session ends when nothing has come for
        session_timeout, a tumbling one session_timeout after its first message; the next message begins another.
        A message's number becomes its rank by session and key, so that the line is read as any other.
        Of a message held before, or left for want of room, its session is known by how long it was to be held.
    -#}
    {%- set tumbles = _any_group('is_tumbling') -%}
    {%- set since = 'coalesce(held_until_us - session_us, arrival_us)' -%}
    select
        * except (number, in_session, active_us, session{{ ', session_starts' if tumbles }}),
        case when in_session then dense_rank() over (partition by line_id, group_key order by session asc, number asc) else number end as number,
        case
            when not in_session then null
            {%- if tumbles %}
            when is_tumbling then session_starts[session - 1] + session_us
            {%- endif %}
            else max(active_us) over (partition by line_id, group_key, session) + session_us
        end as session_end_us
    from (
        select
            * except (begins),
            {{ 'case when is_tumbling then size(filter(session_starts, begun -> begun <= active_us)) else ' if tumbles -}}
            sum(case when begins then 1 else 0 end) over ({{ by_time() }} {{ so_far() }})
            {{- ' end' if tumbles }} as session
        from (
            select
                *,
                in_session and coalesce(arrival_us >= max(active_us) over ({{ by_time() }} {{ before_this() }}) + session_us, true) as begins
            from (
                select
                    *,
                    case when in_session then {{ since }} end as active_us
                from (
                    select
                        *,
                        is_session and kind in ('message', 'left') and is_ordered as in_session
                    from {{ source }}
                ) as marked
                {%- if tumbles %}
                left join (
                    -- When each session began: a fold over the times of arrival, since each start depends on the last.
                    select
                        line_id as tumbling_line_id,
                        group_key as tumbling_group_key,
                        aggregate(
                            array_sort(collect_set({{ since }})),
                            cast(array() as array<bigint>),
                            (begun, us) -> case when size(begun) = 0 or us >= begun[size(begun) - 1] + session_us then concat(begun, array(us)) else begun end
                        ) as session_starts
                    from {{ source }}
                    where is_tumbling and kind in ('message', 'left') and is_ordered
                    group by line_id, group_key, session_us
                ) as tumbling
                    on marked.in_session and marked.is_tumbling and marked.line_id = tumbling.tumbling_line_id and marked.group_key = tumbling.tumbling_group_key
                {%- endif %}
            ) as timed
        ) as begun
    ) as sessioned
{%- endmacro %}
