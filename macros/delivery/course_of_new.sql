{% macro course_of_new(release_position, sent) -%}
    {#- The course of a message that is sent for the first time (row course). -#}
    cast(named_struct(
            'release_position', {{ release_position }}, 'attempt', 1, 'sent', {{ sent }}, 'is_open', true, 'is_settled', false, 'settled_at', null,
            'is_failed', false, 'failed_at', null, 'is_dead', false, 'due', null, 'final_at', null, 'ended', null, 'waiting', array(), 'counted', array(), 'heard', null
        ) as {{ row_type('course') }})
{%- endmacro %}
