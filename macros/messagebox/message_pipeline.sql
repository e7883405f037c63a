{% macro message_pipeline() -%}
    {#- The name of the first pipeline that takes a message, as SQL over its entity; null where none does. -#}
    {%- if not settings().pipelines -%}
        {%- do return('cast(null as string)') -%}
    {%- endif -%}
    case
        {%- for pipeline in settings().pipelines %}
        when {{ 'true' if pipeline.sources is none else 'entity in ' ~ sql_texts(pipeline.sources) if pipeline.sources else 'false' }} then {{ sql_text(pipeline.name) }}
        {%- endfor %}
    end
{%- endmacro %}
