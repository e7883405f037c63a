{% macro box_with(row, name, values) -%}
    {#- A row of the MessageBox (box_types) as it stands in `name`, with other `values` {field: expression}. -#}
    {%- set fields = [] -%}
    {%- for field in box_types()[row] -%}
        {%- do fields.append("'" ~ field | replace('`', '') ~ "', " ~ values.get(field, name ~ '.' ~ field)) -%}
    {%- endfor -%}
    {{- 'named_struct(' ~ fields | join(', ') ~ ')' -}}
{%- endmacro %}
