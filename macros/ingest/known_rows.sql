{% macro known_rows(batch) -%}
    {#-
        Which rows of the ledger stand for a row of an existing table, at the positions at which look_back looks, as a condition: verdicts, and
        what has been recorded as missed. A rebuild takes that in, where it is known which rows they are by more than their count.
    -#}
    {%- set bounds = ['intake <= ' ~ batch.highest] -%}
    {%- if batch.lowest is not none -%}
        {%- do bounds.append('intake >= ' ~ batch.lowest) -%}
    {%- endif -%}
    {%- if batch.is_rebuild -%}
        {%- do bounds.append('place is not null') -%}
    {%- endif -%}
    {{ bounds | join(' and ') }}
    and (
        (disposition in ('released', 'bypass', 'failure', 'nohit', 'missed') and batch_group >= {{ batch.since }})
        or (disposition = 'pending' and batch_group = {{ batch.number - 1 }})
    )
{%- endmacro %}
