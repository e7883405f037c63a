{% macro partitions_of_batch() -%}
    {#- Over how many partitions a step of this batch is spread by sequence: some 60,000 rows each, so that a task works in little memory. -#}
    {{- graph.get('_resequencer_row_count', 0) // 60000 + 1 -}}
{%- endmacro %}
