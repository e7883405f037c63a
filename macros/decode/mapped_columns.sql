{% macro mapped_columns(fields) -%}
    {#- The select list of all canonical columns by their expressions; nulls as long as no field is known. -#}
    {%- for column in canonical_columns() %}
        {{ column_expression(column, fields) if fields or column not in settings().columns else 'cast(null as string)' }} as {{ column }}{{ ',' if not loop.last }}
    {%- endfor %}
{%- endmacro %}
