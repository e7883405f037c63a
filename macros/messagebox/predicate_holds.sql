{% macro predicate_holds(predicate, properties) -%}
    {#-
        Whether a message with these properties (a map) meets a predicate (row `predicate` of box_types), as SQL that is never null: R3 and
        R4 of the MessageBox. Tried on the candidates of a message only: Spark interprets it.
    -#}
    {%- set value = properties ~ '[' ~ predicate ~ '.property]' -%}
    {%- set sign = sign_of_operand(value, 'operand', predicate ~ '.ignore_case') -%}
    {%- set text, wanted = 'case when ' ~ predicate ~ '.ignore_case then lower(' ~ value ~ ') else ' ~ value ~ ' end', 'case when ' ~ predicate ~ '.ignore_case then lower(operand.value) else operand.value end' -%}
    coalesce(case
        when {{ predicate }}.operator = 'exists' then ({{ value }} is not null) = (get({{ predicate }}.operands, 0).value = 'true')
        when {{ predicate }}.operator in ('ne', 'not_in') then forall({{ predicate }}.operands, operand -> ({{ sign }}) <> 0)
        else exists({{ predicate }}.operands, operand -> case {{ predicate }}.operator
            when 'eq' then ({{ sign }}) = 0
            when 'in' then ({{ sign }}) = 0
            when 'lt' then ({{ sign }}) < 0
            when 'le' then ({{ sign }}) <= 0
            when 'gt' then ({{ sign }}) > 0
            when 'ge' then ({{ sign }}) >= 0
            when 'prefix' then startswith({{ text }}, {{ wanted }})
            when 'suffix' then endswith({{ text }}, {{ wanted }})
            when 'contains' then contains({{ text }}, {{ wanted }})
            when 'pattern' then {{ value }} rlike case when {{ predicate }}.ignore_case then concat('(?i)', operand.value) else operand.value end
            when 'bits' then
                try_cast({{ compared_as('number', value) }} as bigint) = {{ compared_as('number', value) }}
                and try_cast({{ compared_as('number', value) }} as bigint) & try_cast(operand.value as bigint) = try_cast(operand.value as bigint)
        end)
    end, false)
{%- endmacro %}
