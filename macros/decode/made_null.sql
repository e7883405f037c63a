{% macro made_null(column, fields) -%}
    {#- What is to be said of a canonical column that an expression has made null: which, of what, and in which types; null for a field or path. -#}
    {%- if column not in tried_columns() -%}{%- do return('cast(null as string)') -%}{%- endif -%}
    {%- set names, types = [], [] -%}
    {%- for name in spoken_fields(fields, column) -%}
        {%- do names.append(quoted_name(name)) -%}
        {%- do types.append(quoted_name(name) ~ ' ' ~ fields[name]) -%}
    {%- endfor -%}
    {%- set said = sql_text('null, by ' ~ settings().written_columns[column]) -%}
    {%- if not names -%}{%- do return(said) -%}{%- endif -%}
    {%- set values = tried_text('to_json(struct(' ~ names | join(', ') ~ "), map('ignoreNullFields', 'false'))") -%}
    {%- do return('concat(' ~ said ~ ", ', where ', coalesce(left(" ~ values ~ ", 200), 'nothing can be shown'), " ~ sql_text(', read as ' ~ types | join(', ')) ~ ')') -%}
{%- endmacro %}
