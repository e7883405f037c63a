{% macro remove_old_versions(relation) -%}
    {#- Deletes the files that only old table versions have. Delta lists the folder in as many tasks as Spark is told: 10,000 unless told otherwise. -#}
    {%- set setting = 'spark.sql.sources.parallelPartitionDiscovery.parallelism' -%}
    {%- do set_for_now(setting, '8') -%}
    {%- do run_query('vacuum ' ~ relation) -%}
    {%- do put_back(setting) -%}
{%- endmacro %}
