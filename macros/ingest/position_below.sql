{% macro position_below(position, by) -%}
    {#- The position of an existing table's cursor that lies so far below another one; none is lower than its type has. -#}
    {%- set least = {'timestamps': -62135596800000000, 'dates': -719162}.get(cursor_kind(), -9223372036854775808) -%}
    {%- do return([position - by, [least, position] | min] | max) -%}
{%- endmacro %}
