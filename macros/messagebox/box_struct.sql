{% macro box_struct(row, values) -%}
    {#- A row of the MessageBox (box_types) as a struct: `values` {field: expression}, null elsewhere. -#}
    {%- set fields = [] -%}
    {%- for field in box_types()[row] -%}
        {%- do fields.append("'" ~ field | replace('`', '') ~ "', " ~ values.get(field, 'null')) -%}
    {%- endfor -%}
    {{- 'cast(named_struct(' ~ fields | join(', ') ~ ') as ' ~ box_type(row) ~ ')' -}}
{%- endmacro %}
