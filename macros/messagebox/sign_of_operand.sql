{% macro sign_of_operand(value, operand, ignore_case) -%}
    {#- How a property compares with the operand of a predicate: -1, 0, 1; null where it is none of its kind (R3). -#}
    {%- set signs = [] -%}
    {%- for type in comparable_types() -%}
        {%- set left, right = compared_as(type, value), compared_as(type, operand ~ '.value') -%}
        {%- if type == 'text' -%}
            {%- set left, right = 'case when ' ~ ignore_case ~ ' then lower(' ~ left ~ ') else ' ~ left ~ ' end', 'case when ' ~ ignore_case ~ ' then lower(' ~ right ~ ') else ' ~ right ~ ' end' -%}
        {%- endif -%}
        {%- set left, right = '(' ~ left ~ ')', '(' ~ right ~ ')' -%}
        {%- do signs.append("when '" ~ type ~ "' then case when " ~ left ~ ' < ' ~ right ~ ' then -1 when ' ~ left ~ ' = ' ~ right ~ ' then 0 when ' ~ left ~ ' > ' ~ right ~ ' then 1 end') -%}
    {%- endfor -%}
    {{- 'case ' ~ operand ~ '.type ' ~ signs | join(' ') ~ ' end' -}}
{%- endmacro %}
