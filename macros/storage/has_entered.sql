{% macro has_entered() -%}
    {#- Whether a row of resequencer__messagebox says that a message has entered the queue of an ordered subscription, as SQL over its columns. -#}
    {%- do return("disposition in ('reference', 'change') and kind = 'ordered' and entered_as is not null") -%}
{%- endmacro %}
