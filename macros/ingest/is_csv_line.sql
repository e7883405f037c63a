{% macro is_csv_line(landing) -%}
    {#- Whether a line of a CSV file (value) is its header or a record, as SQL: neither blank nor a comment. -#}
    {%- set starts = [] -%}
    {%- for option in landing.options if option | lower == 'comment' -%}{%- do starts.append(landing.options[option]) -%}{%- endfor -%}
    {%- do return("trim(both ' \t' from value) <> ''" ~ (' and not startswith(value, ' ~ sql_text(starts[0]) ~ ')' if starts else '')) -%}
{%- endmacro %}
