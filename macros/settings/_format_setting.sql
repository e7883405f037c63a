{% macro _format_setting(setting, value) -%}
    {#-
        Operations on a message when it leaves, one after another: {field: body, message_type or a property; template:
        what it becomes (left out: what it is); substitution: one or a list, applied in turn}.
    -#}
    {%- if value is none -%}
        {%- do return([]) -%}
    {%- endif -%}
    {%- set form = 'operations such as [{field: body, template: "##region##: ##body##"}, {field: region, substitution: s/ //g}]' -%}
    {%- if value is string or value is mapping or value is not iterable -%}
        {%- do setting_error(setting, 'is not a list', form) -%}
    {%- endif -%}
    {%- set operations = [] -%}
    {%- for operation in value -%}
        {%- set name = setting ~ '[' ~ loop.index0 ~ ']' -%}
        {%- if operation is not mapping -%}
            {%- do setting_error(name, 'is not a mapping', form) -%}
        {%- endif -%}
        {%- for field in operation if field not in ['field', 'template', 'substitution'] -%}
            {%- do _unknown_name_error(name, field, ['field', 'template', 'substitution']) -%}
        {%- endfor -%}
        {%- set field = operation.get('field') -%}
        {%- if field is not string or not field or (field in canonical_columns() and field not in ['body', 'message_type']) -%}
            {%- do setting_error(name ~ '.field', 'is ' ~ field | tojson, 'body, message_type, or the name of a property: the other columns say which message it is') -%}
        {%- endif -%}
        {%- set substitutions = operation.get('substitution') -%}
        {%- set substitutions = [] if substitutions is none else [substitutions] if substitutions is string or substitutions is not iterable else substitutions -%}
        {%- if operation.get('template') is none and not substitutions -%}
            {%- do setting_error(name, 'has neither template nor substitution', 'what the field becomes: a template, a substitution, or both') -%}
        {%- endif -%}
        {%- set checked = [] -%}
        {%- for substitution in substitutions -%}
            {%- do checked.append(_substitution_setting(name ~ '.substitution', substitution)) -%}
        {%- endfor -%}
        {%- do operations.append({
            'field': field,
            'template': _text_template_setting(name ~ '.template', operation.template) if operation.get('template') is not none else none,
            'substitutions': checked,
        }) -%}
    {%- endfor -%}
    {%- do return(operations) -%}
{%- endmacro %}
