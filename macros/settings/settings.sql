{% macro settings() -%}
    {#-
        All settings of the project, checked and with their defaults: the only place that reads a var. Checked once
        per model: with a thousand rulesets that is what compiling costs, and dozens of macros ask.
    -#}
    {%- if '_resequencer_settings' not in context -%}
        {%- do context.update({'_resequencer_settings': _checked_settings()}) -%}
    {%- endif -%}
    {%- do return(context['_resequencer_settings']) -%}
{%- endmacro %}
