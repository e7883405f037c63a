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
    {%- if not has_subscriptions() -%}{%- do return(bounds | join(' and ')) -%}{%- endif -%}
    {#- What routing has put into the queues of ordered subscriptions, by its batches; positions only spare files. -#}
    {%- set entries = ['routed.routed_by <= ' ~ (batch.routed_to or 0)] -%}
    {%- if batch.routed_from is not none -%}{%- do entries.append('routed.routed_by > ' ~ batch.routed_from) -%}{%- endif -%}
    {%- if is_new != 'true' -%}
        {%- set lowest = [batch.arrivals_from, (batch.entered_from or batch.arrivals_from + 1) - 1] | min -%}
        {%- do entries.append('routed.intake_cursor > ' ~ cursor_literal(lowest)) -%}
    {%- endif -%}
    {%- do return('(routed.routed_by is null and ' ~ bounds | join(' and ') ~ ' or ' ~ entries | join(' and ') ~ ')') -%}
{%- endmacro %}
