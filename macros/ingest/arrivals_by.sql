{% macro arrivals_by() -%}
    {#-
        What intake positions are: `landing`, the kind of the cursor, or the cursor with the columns of its partitions. Those of one kind say
        nothing of those of another.
    -#}
    {%- set checked = settings() -%}
    {%- if checked.arrivals_relation is not none -%}
        {%- do return(cursor_kind()) -%}
    {%- elif checked.landing.format == 'table' -%}
        {%- do return(checked.landing.cursor ~ ' of each ' ~ checked.landing.by | join(', ')) -%}
    {%- endif -%}
    {%- do return('landing') -%}
{%- endmacro %}
