{% macro sign_of_operand(value, operand, operator, number) -%}
    {#-
        How a property compares with an operand of a predicate (read_operands): -1, 0, 1; null where it is none of its kind (R3). `number`: the
        property as a number, if it is one. Of an operator that looks into the text or the number, 0 says that it holds.
    -#}
    case
        when {{ operator }} in ('prefix', 'suffix', 'contains', 'pattern')
            then case when transform(array(case when {{ operand }}.ignore_case then lower({{ value }}) else {{ value }} end), folded -> case {{ operator }}
                when 'prefix' then startswith(folded, {{ operand }}.text)
                when 'suffix' then endswith(folded, {{ operand }}.text)
                when 'contains' then contains(folded, {{ operand }}.text)
                else {{ value }} rlike {{ operand }}.text
            end)[0] then 0 end
        when {{ operand }}.type = 'number'
            then transform(array({{ number }}), number -> case
                when {{ operator }} = 'bits'
                    then case when try_cast(number as bigint) = number and try_cast(number as bigint) & cast({{ operand }}.number as bigint) = cast({{ operand }}.number as bigint) then 0 end
                when number < {{ operand }}.number then -1
                when number = {{ operand }}.number then 0
                when number > {{ operand }}.number then 1
            end)[0]
        when {{ operand }}.type = 'boolean'
            then case lower({{ value }}) when 'true' then case when {{ operand }}.boolean then 0 else 1 end when 'false' then case when {{ operand }}.boolean then -1 else 0 end end
        {% if 'time' in comparable_types() -%}
        when {{ operand }}.type = 'time'
            then transform(array({{ compared_as('time', value) }}), us -> case when us < {{ operand }}.us then -1 when us = {{ operand }}.us then 0 when us > {{ operand }}.us then 1 end)[0]
        {% endif -%}
        else transform(array(case when {{ operand }}.ignore_case then lower({{ value }}) else {{ value }} end), folded -> case
            when folded < {{ operand }}.text then -1 when folded = {{ operand }}.text then 0 when folded > {{ operand }}.text then 1
        end)[0]
    end
{%- endmacro %}
