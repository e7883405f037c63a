{% macro looked_at(batch, cursor='intake_cursor') -%}
    {#- At which positions look_back looks at rows of an existing table, as a condition on its cursor. -#}
    {%- set bounds = [cursor ~ ' <= ' ~ cursor_literal(batch.highest)] -%}
    {%- if batch.lowest is not none -%}
        {%- do bounds.append(cursor ~ ' >= ' ~ cursor_literal(batch.lowest)) -%}
    {%- endif -%}
    {%- do return(bounds | join(' and ')) -%}
{%- endmacro %}
