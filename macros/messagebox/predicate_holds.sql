{% macro predicate_holds(predicate, properties, numbers) -%}
    {#-
        Whether a message with these properties (a map) meets a predicate (row `predicate` of box_types, its operands read by read_operands),
        as SQL that is never null: R3 and R4 of the MessageBox. `numbers`: those of the properties that are numbers (numbers_of). Tried on the
        candidates of a message only: Spark interprets it.
    -#}
    {%- set value = properties ~ '[' ~ predicate ~ '.property]' -%}
    coalesce(case
        when {{ predicate }}.operator = 'exists' then ({{ value }} is not null) = get({{ predicate }}.operands, 0).boolean
        else exists(
            transform(array({{ value }}), value -> struct(
                {{ predicate }}.operator as operator,
                transform({{ predicate }}.operands, operand -> {{ sign_of_operand('value', 'operand', predicate ~ '.operator', numbers ~ '[' ~ predicate ~ '.property]') }}) as signs
            )), tried -> case
                when tried.operator in ('eq', 'in') then exists(tried.signs, sign -> sign = 0)
                when tried.operator in ('ne', 'not_in') then forall(tried.signs, sign -> sign <> 0)
                when tried.operator = 'lt' then exists(tried.signs, sign -> sign < 0)
                when tried.operator = 'le' then exists(tried.signs, sign -> sign <= 0)
                when tried.operator = 'gt' then exists(tried.signs, sign -> sign > 0)
                when tried.operator = 'ge' then exists(tried.signs, sign -> sign >= 0)
                else exists(tried.signs, sign -> sign = 0)
            end
        )
    end, false)
{%- endmacro %}
