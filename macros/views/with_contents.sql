{% macro with_contents(ledger, records=none) -%}
    {#-
        Rows of the ledger with the contents of their messages, as a relation. Without subscriptions the ledger has them. With subscriptions they
        are written once, in resequencer__arrivals, however many get a message: they are looked up by intake and place in `records`, by
        default the model's; hooks give the relation.
    -#}
    {%- if not has_subscriptions() -%}{{- return(ledger) -}}{%- endif -%}
    {%- set contents = ['properties', 'body', 'raw_record'] -%}
    {%- set relation -%}
        (
        select
            ledger.* except ({{ contents | join(', ') }}),
            {%- for column in contents %}
            coalesce(ledger.{{ column }}, records.{{ column }}) as {{ column }}{{ ',' if not loop.last }}
            {%- endfor %}
        from {{ ledger }} as ledger
        left join {{ records or ref('int_resequencer__forwarded') }} as records
            on
                ledger.intake = records.intake
                and ledger.place = records.place
                and ledger.disposition in ('released', 'bypass', 'failure', 'nohit', 'pending')
        ) as in_full
    {%- endset -%}
    {%- do return(relation) -%}
{%- endmacro %}
