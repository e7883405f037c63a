{% macro ledger_dispositions() -%}
    {#- What rows of the ledger are: `kept` for good, or until resequencer__retain has passed; `carried`: written anew by every batch. -#}
    {%- do return({
        'kept': ['released', 'bypass', 'failure', 'nohit', 'closed', 'state', 'attempt', 'dead_letter', 'applied', 'rejected', 'batch', 'found', 'missed', 'seen', 'raised'],
        'carried': ['pending', 'head', 'gap', 'claim', 'left', 'fill', 'flight', 'course', 'input'],
    }) -%}
{%- endmacro %}
