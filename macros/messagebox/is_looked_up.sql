{% macro is_looked_up(predicate) -%}
    {#- Whether messages look up their candidates by this predicate: an equality, which does not ignore case. -#}
    ({{ predicate }}.operator = 'eq' and not {{ predicate }}.ignore_case)
{%- endmacro %}
