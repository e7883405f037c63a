{% macro _message_expressions(checked) -%}
    {#- The settings that are expressions over the columns of a message, where they are not the default: {name: expression}. -#}
    {%- set expressions = {} -%}
    {%- if checked.producer != "properties['producer']" -%}
        {%- do expressions.update({'resequencer__producer': checked.producer}) -%}
    {%- endif -%}
    {%- for pipeline in checked.pipelines if pipeline.message_type is not none -%}
        {%- do expressions.update({'resequencer__pipelines ' ~ pipeline.name ~ '.message_type': pipeline.message_type}) -%}
    {%- endfor -%}
    {%- set defaults = publisher_expressions() -%}
    {%- for field, expression in checked.publisher.items() if expression != defaults[field] -%}
        {%- do expressions.update({'resequencer__publisher.' ~ field: expression}) -%}
    {%- endfor -%}
    {%- do return(expressions) -%}
{%- endmacro %}
