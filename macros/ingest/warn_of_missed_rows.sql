{% macro warn_of_missed_rows(landing, arrivals, ranges) -%}
    {#- Warns of rows of a table that have turned up too far below the highest cursor of their partition, or cannot be told from others: once, as they are recorded. -#}
    {%- set missed = run_query(
        'select cast(sum(new_count) as string), ' ~ cursor_text('min(cursor)') ~ ', ' ~ cursor_text('max(cursor)')
        ~ ' from ' ~ overlooked_table_rows(landing, arrivals, ranges) ~ " where kind = 'missed'"
    ).rows[0] -%}
    {%- if missed[0] is not none -%}
        {%- set told = 'have turned up too late' if not flags.FULL_REFRESH else 'cannot be told from others that have been changed or deleted since they were read' -%}
        {%- do exceptions.warn(
            'resequencer__arrivals_lookback: ' ~ missed[0] ~ ' rows of ' ~ landing.relation ~ ' ' ~ told ~ ', with ' ~ landing.cursor ~ ' from '
            ~ missed[1] ~ ' to ' ~ missed[2] ~ '. They have no verdict; resequencer__missed_rows counts them.'
            ~ ('' if flags.FULL_REFRESH else ' --full-refresh takes them in, and a longer lookback finds others in time.')
        ) -%}
    {%- endif -%}
{%- endmacro %}
