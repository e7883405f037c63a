{% macro tidy_is_due(relation, number, column, one_row_each) -%}
    {#- Whether a table's newest batch completes a group of resequencer__tidy_every that has not been merged yet. -#}
    {%- set every = settings().tidy_every -%}
    {%- if number == 0 or number % every != 0 -%}
        {%- do return(false) -%}
    {%- endif -%}
    {%- set groups = run_query(
        'select count(distinct ' ~ column ~ ') from ' ~ relation ~ ' where ' ~ one_row_each
        ~ ' and ' ~ column ~ ' > ' ~ (number - every) ~ ' and ' ~ column ~ ' <= ' ~ number
    ).rows[0][0] -%}
    {%- do return(groups | int > 1) -%}
{%- endmacro %}
