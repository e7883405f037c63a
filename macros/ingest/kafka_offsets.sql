{% macro kafka_offsets(arrivals) -%}
    {#- From which offset on each partition is to be read, by the manifest in `arrivals` (none on the first run): {topic: {partition: offset}}. -#}
    {%- set offsets = {} -%}
    {%- if arrivals is not none -%}
        {%- set found = run_query(
            'select file_path, max(place) as next from ' ~ arrivals ~ " where kind = 'file' and place is not null group by file_path"
        ) -%}
        {%- for row in found.rows -%}
            {%- set topic, partition = row.file_path.rsplit('-', 1) -%}
            {%- do offsets.setdefault(topic, {}).update({partition: row.next | int}) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- do return(offsets) -%}
{%- endmacro %}
