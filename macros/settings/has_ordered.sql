{% macro has_ordered() -%}
    {#- Whether a subscription may be ordered, so that the ledger has a part in what its queue is: asked of the var itself, since it is asked while dbt parses. -#}
    {%- set given = var('resequencer__subscriptions', none) -%}
    {%- if given is none or given is string or given is mapping or given is not iterable -%}
        {%- do return(given is mapping) -%}
    {%- endif -%}
    {%- do return(given | selectattr('ordered', 'defined') | rejectattr('ordered', 'none') | list | length > 0) -%}
{%- endmacro %}
