{% macro with_all_partitions(landing, offsets) -%}
    {#-
        Offsets, {topic: {partition: offset}}, of all partitions that the landing's topics have, and of no others: Spark takes no fewer and no more. A
        new one begins at its earliest. Spark tells them only by refusing what it is given. None, on the first run, stay none. What cannot be read
        at all stops the run here, and only here: commands that read no topic need no broker.
    -#}
    {%- set problem = query_error('select offset from ' ~ kafka_view(landing, {'startingOffsets': offsets} if offsets else {})) -%}
    {%- set assigned = modules.re.search('Assigned: Set\\(([^)]*)\\)', problem or '') if offsets else none -%}
    {%- if assigned is none -%}
        {%- do setting_error(landing.setting, 'cannot be read: ' ~ problem, "Spark's Kafka options with which it can be read") if problem is not none -%}
        {%- do return(offsets) -%}
    {%- endif -%}
    {%- set all = {} -%}
    {%- for name in assigned.group(1).split(', ') if name -%}
        {%- set topic, partition = name.rsplit('-', 1) -%}
        {%- do all.setdefault(topic, {}).update({partition: offsets.get(topic, {}).get(partition, -2)}) -%}
    {%- endfor -%}
    {%- for topic in offsets if topic not in all -%}
        {%- do exceptions.warn(landing.setting ~ ': the topic ' ~ topic ~ ', which was read before, is not there any more. What was read of it stays.') -%}
    {%- endfor -%}
    {%- do return(all) -%}
{%- endmacro %}
