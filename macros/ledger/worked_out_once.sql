{% macro worked_out_once(query, keys) -%}
    {#-
        A query that several others read, worked out and planned once: as part of the others Spark would plan it as often as it
        is read, which nests. That it does not for what is not deterministic, as it takes uuid() to be; the condition is
        always true, and dropped before anything runs. keys: how the rows are spread, by which the readers group them.
    -#}
    select * from (
        {{ query }}
    ) as once
    where uuid() is not null
    distribute by {{ keys }}
{%- endmacro %}
