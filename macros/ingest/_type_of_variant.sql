{% macro _type_of_variant(schema) -%}
    {#- What `schema_of_variant` calls OBJECT<a: DECIMAL(2,1)> is struct<a:double> to Spark's JSON reader. -#}
    {%- set names = {
        'VOID': 'string', 'VARIANT': 'string', 'OBJECT<>': 'string', 'STRING': 'string', 'BOOLEAN': 'boolean', 'BIGINT': 'bigint',
        'DECIMAL\\(\\d+,\\d+\\)': 'double', 'FLOAT': 'double', 'DOUBLE': 'double', 'ARRAY<': 'array<', 'OBJECT<': 'struct<',
    } -%}
    {%- set type = namespace(text=schema) -%}
    {%- for name in names -%}
        {%- set type.text = modules.re.sub('(?:^|(?<=: )|(?<=ARRAY<)|(?<=array<))' ~ name, names[name], type.text) -%}
    {%- endfor -%}
    {%- do return(type.text.replace(': ', ':').replace(', ', ',')) -%}
{%- endmacro %}
