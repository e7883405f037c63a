{% macro make_messagebox() -%}
    {#- Before the first run: the empty table resequencer__messagebox, which the steps of its batches read. -#}
    {%- set relation = messagebox_relation() -%}
    {%- if load_relation(relation) is none -%}
        {%- set columns = [] -%}
        {%- for column, type in box_types().messagebox.items() -%}{%- do columns.append(column ~ ' ' ~ type) -%}{%- endfor -%}
        {%- do run_query(
            'create table if not exists ' ~ relation ~ ' (' ~ columns | join(', ') ~ ") using delta partitioned by (disposition, batch_group) tblproperties ('delta.dataSkippingNumIndexedCols' = '0', 'delta.deletedFileRetentionDuration' = '"
            ~ version_retention() ~ "', 'delta.logRetentionDuration' = '" ~ version_retention() ~ "')"
        ) -%}
        {%- do adapter.cache_added(relation.incorporate(type='table')) -%}
    {%- endif -%}
{%- endmacro %}
