{% macro table_version(relation) -%}
    {#- The number of the newest commit of a Delta table; none of any other table or view. -#}
    {%- set described = run_query('describe extended ' ~ relation).rows -%}
    {%- if described | selectattr(0, 'equalto', 'Provider') | selectattr(1, 'equalto', 'delta') | list -%}
        {%- do return(run_query('describe history ' ~ relation ~ ' limit 1').columns['version'].values()[0] | int) -%}
    {%- endif -%}
    {%- do return(none) -%}
{%- endmacro %}
