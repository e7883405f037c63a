{% macro spark_says(detail, raw_record, fields) -%}
    {#-
        What Spark itself says over the expression and the values that the detail of a failure names (macro raised), or none where that cannot be
        told: the values were too long to be kept, or do not raise by themselves. Spark computes what is constant as it plans, and EXPLAIN gives
        back what it raises then. `fields`: those that records are decoded by.
    -#}
    {%- set named = modules.re.match('(?s)(\\w+)' ~ raised_over() ~ '(.*?)(?:, where (\\{.*\\}))?$', detail) -%}
    {%- set column = named.group(1) if named else none -%}
    {%- if column not in tried_columns() or named.group(2) != settings().written_columns[column] -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set spoken = {} -%}
    {%- for name in spoken_fields(fields, column) -%}{%- do spoken.update({quoted_name(name): fields[name]}) -%}{%- endfor -%}
    {#- As macro raised has written them: by other options than a row of a table (row_of_json). -#}
    {%- set record = 'from_json(' ~ sql_text(named.group(3) or '{}') ~ ', ' ~ sql_text(_struct_type(spoken)) ~ ", map('timeZone', 'UTC'))" -%}
    {%- set said = query_error(
        'select to_json(struct((' ~ guarded_maps(settings().columns[column]) ~ ') as value)) from (select record.*, _raw, _raw_file from (select '
        ~ record ~ ' as record, ' ~ sql_text(raw_record) ~ " as _raw, '' as _raw_file))"
    ) -%}
    {#- An error of class 42 is one of this query. -#}
    {%- do return(said.split('== SQL')[0] | trim if said is not none and 'SQLSTATE: 42' not in said else none) -%}
{%- endmacro %}
