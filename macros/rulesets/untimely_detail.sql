{% macro untimely_detail() -%}
    {#- What is wrong with the arrival time of a record that has none, as SQL over arrived_at_text. -#}
    concat(
        'no timestamp: ', coalesce(left(arrived_at_text, 200), 'null'),
        case
            when arrived_at_text rlike '^[0-9]+([.][0-9]+)?$'
                then ', a number: an expression such as timestamp_millis(arrived_at) has to say what it counts'
            else ''
        end
    )
{%- endmacro %}
