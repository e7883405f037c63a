{% macro warn_of_missed_rows(landing, arrivals, ranges) -%}
    {#- Warns of rows of a table that have turned up too far below the highest cursor of their partition, or cannot be told from others: once, as they are recorded. -#}
    {%- set missed = run_query(
        'select cast(sum(new_count) as string), ' ~ cursor_text('min(cursor)') ~ ', ' ~ cursor_text('max(cursor)')
        ~ ' from ' ~ overlooked_table_rows(landing, arrivals, ranges) ~ " where kind = 'missed'"
    ).rows[0] -%}
    {%- if missed[0] is not none -%}
        {%- do tell_of_missed(missed[0], landing.relation, landing.cursor, missed[1], missed[2], is_unclear=flags.FULL_REFRESH) -%}
    {%- endif -%}
{%- endmacro %}
