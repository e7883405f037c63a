{% macro input_mark(input, cursor=none) -%}
    {#-
        A text that is another one once something has landed in an input (_input_setting, _landing_setting), found without reading again what has
        been read: of files how many there are, and their names and sizes; of topics the offsets behind what is there; of a Delta table its
        version; of any other table or view how many rows it has, and the highest value of its cursor.
    -#}
    {%- set relation = input.get('relation') -%}
    {%- if relation is none and input.format != 'kafka' -%}
        {%- set files = 'select count(*) as n, bit_xor(xxhash64(_metadata.file_path, _metadata.file_size)) as names from ' ~ landing_relation('binaryFile', input) -%}
        {%- do return(run_query("select concat_ws(' ', 'files', n, names) from (" ~ files ~ ')').rows[0][0]) -%}
    {%- elif relation is none -%}
        {%- set arrivals = relation_there('resequencer__arrivals') -%}
        {%- set offsets = kafka_offsets(arrivals) -%}
        {%- for range in new_kafka_ranges(arrivals, input) -%}
            {%- do offsets.setdefault(range.topic, {}).update({range.partition: range.next}) -%}
        {%- endfor -%}
        {%- do return('offsets ' ~ tojson(offsets, sort_keys=true)) -%}
    {%- endif -%}
    {%- set version = table_version(relation) -%}
    {%- if version is not none -%}
        {%- do return('version ' ~ version) -%}
    {%- endif -%}
    {%- set newest = ', max(' ~ cursor ~ ')' if cursor is not none else '' -%}
    {%- do return(run_query("select concat_ws(' ', 'rows', count(*)" ~ newest ~ ') from ' ~ relation).rows[0][0]) -%}
{%- endmacro %}
