{% macro _fills() -%}
    {#- Whether operators or senders say of numbers that they will not come; in the ledger, whether they do so in this batch. -#}
    {%- if settings().actions is not none and context.get('_resequencer_actions', {}).get('fills', true) -%}
        {%- for group in order_groups().values() if group.delivers and group.mode == 'sequence' and group.wrap_at is none -%}
            {%- do return(true) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- do return(false) -%}
{%- endmacro %}
