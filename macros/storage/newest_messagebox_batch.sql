{% macro newest_messagebox_batch() -%}
    {#- What the last run left in the MessageBox's one `current` row: the fields of its batch, or none before the first. -#}
    {%- set box = model_relation('resequencer__messagebox') -%}
    {%- if box is none -%}{%- do return(none) -%}{%- endif -%}
    {%- set rows_ = run_query('select to_json(batch) from ' ~ box ~ " where disposition = 'current'").rows -%}
    {%- do return(fromjson(rows_[0][0]) if rows_ else none) -%}
{%- endmacro %}
