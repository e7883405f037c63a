{% macro type_as_ddl(type, depth=none) -%}
    {#-
        A type as `describe … as json` tells it, in the words of a schema, with its names quoted. With a depth, what is nested deeper is
        text: a record says how deep that is, and each level is a call within a call.
    -#}
    {%- set below = depth - 1 if depth is not none else none -%}
    {%- if depth == 0 and type.name in ['struct', 'array', 'map'] -%}
        {%- do return('string') -%}
    {%- elif type.name == 'struct' -%}
        {%- set fields = {} -%}
        {%- for field in type.fields -%}{%- do fields.update({quoted_name(field.name): type_as_ddl(field.type, below)}) -%}{%- endfor -%}
        {%- do return(_struct_type(fields)) -%}
    {%- elif type.name == 'array' -%}
        {%- do return('array<' ~ type_as_ddl(type.element_type, below) ~ '>') -%}
    {%- elif type.name == 'map' -%}
        {%- do return('map<' ~ type_as_ddl(type.key_type, below) ~ ',' ~ type_as_ddl(type.value_type, below) ~ '>') -%}
    {%- elif type.name == 'decimal' -%}
        {%- do return('decimal(' ~ type.precision ~ ',' ~ type.scale ~ ')') -%}
    {%- elif type.name == 'interval' -%}
        {%- do return('interval ' ~ type.start_unit ~ (' to ' ~ type.end_unit if type.get('end_unit', type.start_unit) != type.start_unit else '')) -%}
    {%- elif type.name in ['varchar', 'char'] -%}
        {%- do return('string') -%}
    {%- endif -%}
    {%- do return({'timestamp_ltz': 'timestamp', 'integer': 'int', 'void': 'string'}.get(type.name, type.name)) -%}
{%- endmacro %}
