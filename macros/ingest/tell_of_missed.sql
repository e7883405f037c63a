{% macro tell_of_missed(count, relation, cursor, first, last, is_unclear=false) -%}
    {#- Warns of rows of an existing table that have no verdict: they have turned up too late, or (is_unclear) there is no telling which are new. -#}
    {%- set why = 'cannot be told from others that have been changed or deleted since they were read' if is_unclear else 'have turned up too late' -%}
    {%- do exceptions.warn(
        'resequencer__arrivals_lookback: ' ~ count ~ ' rows of ' ~ relation ~ ' ' ~ why ~ ', with ' ~ cursor ~ ' from '
        ~ first ~ ' to ' ~ last ~ '. They have no verdict; resequencer__missed_rows counts them.'
        ~ ('' if is_unclear else ' --full-refresh takes them in, and a longer lookback finds others in time.')
    ) -%}
{%- endmacro %}
