{% macro pipelines() -%}
    {#-
        The pipelines, in order: {name, sources (none: any), promoted (none: every property), message_type (SQL, or none: the column)}.
    -#}
    {%- set given = settings().get('pipelines', none) -%}
    {%- if 'pipelines' not in settings() -%}
        {%- set given = [] -%}
        {%- for pipeline in var('resequencer__pipelines', none) or [] -%}
            {%- do given.append({
                'name': pipeline.name,
                'sources': pipeline.get('from'),
                'promoted': [] if pipeline.get('promote') == 'none' else pipeline.get('promote'),
                'message_type': pipeline.get('message_type'),
            }) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- set found = [] -%}
    {%- for pipeline in given or [] -%}
        {#- The expression may call a macro: `{{ xml_message_type('body') }}`. -#}
        {%- do found.append(dict(pipeline, message_type=render(pipeline.message_type) if pipeline.message_type is not none else none)) -%}
    {%- endfor -%}
    {%- do return(found) -%}
{%- endmacro %}
