{% macro new_kafka_ranges(arrivals, landing) -%}
    {#-
        What the partitions of the landing's topics have got that the manifest in `arrivals` (none on the first run) does not hold, as files are
        told (new_landing_files), in order of path: [{number, path, size, modified_us, is_readable, topic, partition, first, next}].
        path: topic-partition, as Kafka writes it. size: bytes of keys and values. first, next: the first offset, and the one behind the last.
    -#}
    {%- if not execute -%}
        {%- do return([]) -%}
    {%- endif -%}
    {%- set starts = with_all_partitions(landing, kafka_offsets(arrivals)) -%}
    {#- Where offsets are gone, Spark says so without their numbers: first what is there, then check_offsets_gone. -#}
    {%- set options = dict({'failOnDataLoss': 'false'}, **({'startingOffsets': starts} if starts else {})) -%}
    {%- set found = run_query(
        'select topic, partition, cast(min(offset) as string) as first, cast(max(offset) as string) as last,'
        ~ ' cast(sum(coalesce(octet_length(key), 0) + coalesce(octet_length(value), 0)) as string) as size,'
        ~ ' cast(unix_micros(max(timestamp)) as string) as modified_us from ' ~ kafka_view(landing, options)
        ~ " group by topic, partition order by concat(topic, '-', partition)"
    ) -%}
    {%- set ranges = [] -%}
    {%- for row in found.rows -%}
        {%- do ranges.append({
            'number': ranges | length, 'path': row.topic ~ '-' ~ row.partition, 'size': row.size, 'modified_us': row.modified_us, 'is_readable': true,
            'topic': row.topic, 'partition': row.partition | string, 'first': row.first | int, 'next': row.last | int + 1,
        }) -%}
        {%- do check_offsets_gone(landing, ranges[-1], starts.get(row.topic, {}).get(row.partition | string, -2)) -%}
    {%- endfor -%}
    {%- do return(ranges) -%}
{%- endmacro %}
