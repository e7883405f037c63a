{% macro kafka_stretches(landing, ranges) -%}
    {#- What lies in stretches of partitions (new_kafka_ranges), from `first` to before `next`, as kafka_view. Spark wants offsets of all that it is assigned. -#}
    {%- set partitions, starts, ends = {}, {}, {} -%}
    {%- for range in ranges -%}
        {%- do partitions.setdefault(range.topic, []).append(range.partition | int) -%}
        {%- do starts.setdefault(range.topic, {}).update({range.partition: range.first}) -%}
        {%- do ends.setdefault(range.topic, {}).update({range.partition: range.next}) -%}
    {%- endfor -%}
    {%- do return(kafka_view(landing, {'assign': partitions, 'startingOffsets': starts, 'endingOffsets': ends})) -%}
{%- endmacro %}
