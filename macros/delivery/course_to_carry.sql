{% macro course_to_carry() -%}
    {#- How a message stands as the run ends (row course), of a row of int_resequencer__courses. -#}
    named_struct(
            'turn', turn, 'attempt', coalesce(course.attempt, 0), 'sent', course.sent, 'is_open', coalesce(course.is_open, false),
            'is_settled', coalesce(course.is_settled, false), 'settled_at', course.settled_at, 'is_failed', coalesce(course.is_failed, false),
            'failed_at', course.failed_at, 'is_dead', coalesce(course.is_dead, false), 'due', course.due, 'final_at', course.final_at, 'ended', ended_at,
            'waiting', case when start is null then reports when is_finished then slice(reports, 1, 0) else course.waiting end,
            'counted', coalesce(course.counted, array()),
            'heard', case when said.attempts is not null then struct(said.attempts, said.is_failing, said.is_over, said.is_again) end
        )
{%- endmacro %}
