{% macro among_intakes(bounds) -%}
    {#- Where arrivals have the rows that a table's partitions are compared with (table_bounds), as a condition on intake. -#}
    {%- set intakes = [] -%}
    {%- for bound in bounds -%}{%- do intakes.extend(bound.intakes | map(attribute='intake') | map('string')) -%}{%- endfor -%}
    {%- if intakes | length > 1000 -%}
        {%- do return('intake >= ' ~ intakes | map('int') | min) -%}
    {%- endif -%}
    {%- do return('intake in (' ~ (intakes or ['null']) | join(', ') ~ ')') -%}
{%- endmacro %}
