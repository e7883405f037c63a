{% macro check_version(ledger, last) -%}
    {#-
        A ledger that another version of the package has built, with other columns, is not written to; nor one whose times were
        ordered by microseconds.
    -#}
    {%- set columns = [] -%}
    {%- for name, type in row_fields().ledger.items() -%}
        {%- do columns.append(name ~ ':' ~ type.replace(': ', ':').replace(', ', ',').replace('`', '')) -%}
    {%- endfor -%}
    {%- set by_microseconds = last.order_groups.values() | selectattr('key_type', 'equalto', 'time') | rejectattr('is_ranked') | list -%}
    {%- if by_microseconds or last.columns.replace('`', '') != 'struct<' ~ columns | join(',') ~ '>' -%}
        {%- do exceptions.raise_compiler_error(
            ledger ~ ' has been built by another version of resequencer: ' ~ ('its times are ordered by microseconds' if by_microseconds else 'its columns are others') ~ '. Run once with --full-refresh,'
            ~ ' which builds it again from the arrivals (Upgrading in CHANGELOG.md says what changes), or go back to that version.'
        ) -%}
    {%- endif -%}
{%- endmacro %}
