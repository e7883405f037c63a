{% macro tried(expression, type='string') -%}
    {#-
        An expression of resequencer__columns as a text, a timestamp, a map of texts or (`array`) JSON, and null where Spark raises over it: it has no
        `try` for every expression, but those it has catch what their arguments raise. In a `case` without `else`, under a
        condition that Spark cannot know: what two expressions have in common would else be computed once, before both.
    -#}
    case
        when _is_readable then
        {%- if type == 'timestamp' %} try_add({{ expression }}, interval '0' second)
        {%- elif type == 'map<string,string>' %} from_json({{ tried_text('to_json(' ~ expression ~ ')') }}, 'map<string,string>')
        {%- else %} {{ tried_text('to_json(' ~ expression ~ ')' if type == 'array' else expression) }}
        {%- endif %}
    end
{%- endmacro %}
