{% macro written_row(kind, stand_in='null', fact='null') -%}
    {#- What written_rows makes of a row of the line: which kind of row, the number it stands in for, the fact it tells. -#}
    named_struct('row_kind', {{ kind }}, 'stand_in', cast({{ stand_in }} as bigint)
        {%- if _any_group('delivers') %}, 'delivery_fact', cast({{ fact }} as {{ attempt_type() }}){% endif %})
{%- endmacro %}
