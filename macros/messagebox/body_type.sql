{% macro body_type() -%}
    {#-
        The message type by the body part, as SQL over a message with its pipeline and `body`, the content of that part: the pipeline's
        expression, or the column message_type.
    -#}
    {%- set typed = [] -%}
    {%- for pipeline in settings().pipelines if pipeline.message_type is not none -%}
        {%- do typed.append(pipeline) -%}
    {%- endfor %}
    case
        when body_ordinal is null then cast(null as string)
        {%- for pipeline in typed %}
        when pipeline = {{ sql_text(pipeline.name) }} then {{ tried_expression(pipeline.message_type) }}
        {%- endfor %}
        {{ 'when coalesce(pipeline not in ' ~ sql_texts(typed | map(attribute='name')) ~ ', true)' if typed else 'else' }}
        {{- ' then' if typed }} message_type
    end
{%- endmacro %}
