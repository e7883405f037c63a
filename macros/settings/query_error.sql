{% macro query_error(query) -%}
    {#-
        What Spark says is wrong with a query, or none. EXPLAIN gives an analysis error back as rows,
        so that it can be told together with the setting it comes from.
    -#}
    {%- set plan = run_query('explain ' ~ query) -%}
    {%- set text = plan.rows | map(attribute=0) | join('\n') -%}
    {%- if text.lstrip().startswith('Error occurred during query planning') -%}
        {%- do return(text.split('\n')[1:] | join(' ') | trim) -%}
    {%- endif -%}
    {%- do return(none) -%}
{%- endmacro %}
