{% macro insert_action(relation, action) -%}
    {#- Adds an action to a table of them: dbt run-operation insert_action --args '{relation: raw.actions, action: {action_id: …}}'. -#}
    {%- set columns = [] -%}
    {%- for name, value in action.items() -%}
        {%- do columns.append(sql_text(value | string) ~ ' as `' ~ name ~ '`') -%}
    {%- endfor -%}
    {%- do run_query('insert into ' ~ relation ~ ' by name select ' ~ columns | join(', ')) -%}
{%- endmacro %}
