{% macro check_arrivals_by(ledger, last) -%}
    {#- New is what lies behind the last intake position: where another kind of position counts, nothing would seem new, or everything. -#}
    {%- set by = arrivals_by() -%}
    {%- if last.arrivals_by is not none and last.arrivals_by != by -%}
        {%- set told = {'landing': 'taken from resequencer__landing'} -%}
        {%- do setting_error(
            'resequencer__arrivals_relation',
            'makes arrivals ' ~ told.get(by, 'counted by ' ~ by) ~ ', and until now they were ' ~ told.get(last.arrivals_by, 'counted by ' ~ last.arrivals_by)
            ~ ': what is new could not be told',
            'as before, or a lake or schema of its own for these arrivals; to start again with them, drop ' ~ ledger ~ ' first'
        ) -%}
    {%- endif -%}
{%- endmacro %}
