{% macro partitions_of_batch() -%}
    {#-
        Over how many partitions a step of this batch is spread by sequence: some 60,000 rows each, so that a task works in little memory.
        Where a step is looked at by itself the batch has not been asked for: then 16.
    -#}
    {{- graph.get('_resequencer_row_count', 900000) // 60000 + 1 -}}
{%- endmacro %}
