{% macro is_taken_in(batch) -%}
    {#- Whether a batch takes in a message, as SQL over its intake position; a rebuild takes in all up to the newest. -#}
    {%- set is_new = 'routed.intake_cursor > ' ~ cursor_literal(batch.arrivals_from) if batch.arrivals_from is not none and not batch.is_rebuild else 'true' -%}
    {%- set bounds = [] -%}
    {%- do bounds.append('routed.intake_cursor <= ' ~ cursor_literal(batch.arrivals_to) if batch.arrivals_to is not none else 'false') -%}
    {%- if batch.get('looks_back') -%}
        {#- A rebuild takes in what former batches have found as well. -#}
        {%- do bounds.append('(routed.found_by is null and ' ~ is_new ~ ' or routed.found_by ' ~ ('<= ' if batch.is_rebuild else '= ') ~ batch.number ~ ')') -%}
    {%- elif is_new != 'true' -%}
        {%- do bounds.append(is_new) -%}
    {%- endif -%}
    {%- do return(bounds | join(' and ')) -%}
{%- endmacro %}
