{% macro record_texts(landing, files) -%}
    {#- The records of JSON files or Kafka as a query of `value`, a JSON text each. -#}
    {%- if landing.format == 'kafka' -%}
        {%- do return('select record_json as value from (' ~ kafka_records(landing, files) ~ ')') -%}
    {%- endif -%}
    {%- do return(text_lines(landing, files)) -%}
{%- endmacro %}
