{% macro found_at(batch) -%}
    {#- Between which positions messages lie of which some were found late, as SQL over their intake_cursor; former batches may have found some anywhere. -#}
    {%- do return('intake_cursor <= ' ~ cursor_literal(batch.arrivals_to) if batch.has_finds else looked_at(batch)) -%}
{%- endmacro %}
