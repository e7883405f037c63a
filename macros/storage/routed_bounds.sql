{% macro routed_bounds(from_, to_) -%}
    {#- The fields of a batch of the ledger that only lakes with subscriptions have, as arguments of named_struct. -#}
    {%- if has_subscriptions() -%}, 'routed_from', cast({{ from_ }} as bigint), 'routed_to', cast({{ to_ }} as bigint){%- endif -%}
{%- endmacro %}
