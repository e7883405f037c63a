{% macro first_end(epoch) -%}
    {#-
        The first of what ends an epoch before its last number is settled, as struct(moment, release_position, ended_by), from opened_at, next_opened_at,
        completed_at, endings, silences, holds, failure and by_the_clock. Null: nothing.
    -#}
    array_min(concat(
            -- What leaves in part leaves with the end, and comes before all else at that moment.
            case
                when ends_at <= by_the_clock and coalesce(ends_at <= next_opened_at, true) and coalesce(ends_at <= completed_at, true)
                    then array(struct(ends_at as moment, 9223372036854775807 as release_position, 'expiration' as ended_by))
                else array()
            end,
            transform(
                filter(
                    endings,
                    report -> report.moment > opened_at
                    and coalesce(report.moment <= next_opened_at, true) and coalesce(report.moment < completed_at, true)
                ),
                report -> struct(report.moment, cast(null as bigint) as release_position, case when report.what = 'terminate' then 'exception' else 'completion' end as ended_by)
            ),
            transform(
                filter(
                    transform(filter(coalesce(silences, array()), us -> us is distinct from ends_at.us), us -> {{ moment_of_timer('us') }}),
                    moment -> moment > opened_at and coalesce(moment <= next_opened_at, true) and coalesce(moment < completed_at, true)
                ),
                moment -> struct(moment, cast(null as bigint) as release_position, 'expiration' as ended_by)
            ),
            transform(
                filter(
                    array_append(transform(filter(holds, hold -> hold.epoch = {{ epoch }}), hold -> struct(hold.final_at as moment, hold.release_position)), failure),
                    last_failure -> last_failure.moment <= by_the_clock and coalesce(last_failure.moment <= completed_at, true)
                ),
                last_failure -> struct(last_failure.moment, last_failure.release_position, 'exception' as ended_by)
            )
        ))
{%- endmacro %}
