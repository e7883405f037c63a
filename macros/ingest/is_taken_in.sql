{% macro is_taken_in(batch) -%}
    {#- Whether a batch takes in a message, as SQL over its intake position; a rebuild takes in all up to the newest. -#}
    {%- set bounds = [] -%}
    {%- do bounds.append('routed.intake_cursor <= ' ~ cursor_literal(batch.arrivals_to) if batch.arrivals_to is not none else 'false') -%}
    {%- if batch.arrivals_from is not none and not batch.is_rebuild -%}
        {%- do bounds.append('routed.intake_cursor > ' ~ cursor_literal(batch.arrivals_from)) -%}
    {%- endif -%}
    {%- do return(bounds | join(' and ')) -%}
{%- endmacro %}
