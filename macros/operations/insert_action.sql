{% macro insert_action(relation, action) -%}
    {#- Adds an action to a table of them: dbt run-operation insert_action --args '{relation: raw.actions, action: {action_id: …}}'. -#}
    {%- set columns = [] -%}
    {%- for name, value in action.items() -%}
        {%- set texts = [] -%}
        {%- for one in (value.items() | sum(start=()) if value is mapping else [value]) -%}{%- do texts.append(sql_text(one | string)) -%}{%- endfor -%}
        {%- do columns.append(('map(' ~ texts | join(', ') ~ ')' if value is mapping else texts[0]) ~ ' as `' ~ name ~ '`') -%}
    {%- endfor -%}
    {%- do run_query('insert into ' ~ relation ~ ' by name select ' ~ columns | join(', ')) -%}
{%- endmacro %}
