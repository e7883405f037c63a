{% macro messagebox_row(values) -%}
    {#- The select list of a row of resequencer__messagebox: `values` {column: expression}, null elsewhere. -#}
    {%- set given = dict(values, batch_id='(select this_wave.number from wave as this_wave)', batch_group='(select this_wave.number from wave as this_wave)') -%}
    {%- do given.update(values) -%}
    {%- set columns = [] -%}
    {%- for column, type in box_types().messagebox.items() -%}
        {%- do columns.append(('cast(' ~ given[column] ~ ' as ' ~ type ~ ')' if column in given else 'cast(null as ' ~ type ~ ')') ~ ' as ' ~ column) -%}
    {%- endfor -%}
    {{- columns | join(',\n        ') -}}
{%- endmacro %}
