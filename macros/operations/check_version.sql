{% macro check_version(ledger, last) -%}
    {#- A ledger that another version of the package has built, with other columns, is not written to. -#}
    {%- set columns = [] -%}
    {%- for name, type in row_fields().ledger.items() -%}
        {%- do columns.append(name ~ ':' ~ type.replace(': ', ':').replace(', ', ',').replace('`', '')) -%}
    {%- endfor -%}
    {%- if last.columns.replace('`', '') != 'struct<' ~ columns | join(',') ~ '>' -%}
        {%- do exceptions.raise_compiler_error(
            ledger ~ ' has been built by another version of resequencer: its columns are others. Run once with --full-refresh,'
            ~ ' which builds it again from the arrivals (Upgrading in CHANGELOG.md says what changes), or go back to that version.'
        ) -%}
    {%- endif -%}
{%- endmacro %}
