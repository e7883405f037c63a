{% macro kafka_assigned(landing, ranges) -%}
    {#- The landing place with no other partitions than those of `ranges`: Spark wants offsets of all that it is assigned. -#}
    {%- set partitions = {} -%}
    {%- for range in ranges -%}{%- do partitions.setdefault(range.topic, []).append(range.partition | int) -%}{%- endfor -%}
    {%- set options = {'assign': partitions | tojson} -%}
    {%- for option, value in landing.options.items() if option | lower not in ['subscribe', 'subscribepattern', 'assign'] -%}
        {%- do options.update({option: value}) -%}
    {%- endfor -%}
    {%- do return(dict(landing, options=options)) -%}
{%- endmacro %}
