{% macro delivery_state(values) -%}
    {#- The state of the fold in delivery_rows, but for `values`. -#}
    {%- set fields = [] -%}
    {%- for name in ['sent', 'open_us', 'aloft', 'settled', 'settled_by', 'stops', 'flights', 'facts', 'ends', 'event_count', 'ready', 'hit'] -%}
        {%- do fields.append("'" ~ name ~ "', " ~ values.get(name, 'state.' ~ name)) -%}
    {%- endfor -%}
    {{- 'named_struct(' ~ fields | join(', ') ~ ')' -}}
{%- endmacro %}
