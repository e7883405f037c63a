{% macro described_columns(view) -%}
    {#- The columns of a view, each with `name` and `type`. As JSON, which neither shortens wide structs nor leaves names unquoted. -#}
    {%- do return(fromjson(run_query('describe extended ' ~ view ~ ' as json').rows[0][0]).columns) -%}
{%- endmacro %}
