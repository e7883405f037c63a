{% macro _struct_fields(type) -%}
    {#- struct<`a`:bigint,b:struct<c:string>> as {`a`: bigint, `b`: struct<c:string>}: names are quoted. -#}
    {%- set fields = {} -%}
    {%- set at = namespace(depth=0, name=none, text='', quoted=false) -%}
    {%- for letter in type[7:-1] ~ ',' -%}
        {%- if letter == '`' -%}{%- set at.quoted = not at.quoted -%}{%- endif -%}
        {%- if letter == ':' and not at.quoted and at.depth == 0 and at.name is none -%}
            {%- set at.name = at.text if at.text.startswith('`') else quoted_name(at.text) -%}
            {%- set at.text = '' -%}
        {%- elif letter == ',' and not at.quoted and at.depth == 0 -%}
            {%- do fields.update({at.name: at.text}) if at.name is not none -%}
            {%- set at.name = none -%}
            {%- set at.text = '' -%}
        {%- else -%}
            {%- if not at.quoted -%}{%- set at.depth = at.depth + (1 if letter in '<(' else (-1 if letter in '>)' else 0)) -%}{%- endif -%}
            {%- set at.text = at.text ~ letter -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(fields) -%}
{%- endmacro %}
