{% macro numeral_text(value) -%}
    {#- What as_numeral has made a text of, to read: the number without zeros that say nothing; any other text as it is. -#}
    case
        when {{ value }} rlike '^1[0-9]{10}:[0-9]*$' then coalesce(nullif(substring({{ value }}, 13), ''), '0')
        when {{ value }} rlike '^0[0-9]{10}:[0-9]+$' then concat('-', translate(substring({{ value }}, 13), '0123456789', '9876543210'))
        else {{ value }}
    end
{%- endmacro %}
