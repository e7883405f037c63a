{% macro _input_setting(setting, value) -%}
    {#-
        Where deliveries or actions come in, or none: {relation} (a table or view, else none), and what `_landing_setting`
        gives of a place where files land.
    -#}
    {%- if value is none or value is not mapping or 'relation' not in value -%}
        {%- set landing = _landing_setting(value, setting) -%}
        {%- if landing is not none and landing.format == 'text' -%}
            {%- do setting_error(setting ~ '.format', 'is text, which has no fields', 'json (one record a line), csv or parquet') -%}
        {%- endif -%}
        {%- do return(dict(landing, relation=none) if landing is not none else none) -%}
    {%- endif -%}
    {%- for field in value if field != 'relation' -%}
        {%- do setting_error(setting ~ '.' ~ field, 'is set together with relation', 'left out; or leave relation out, to read files') -%}
    {%- endfor -%}
    {%- if value.relation is not string or not modules.re.fullmatch('[\\w`.-]+', value.relation) -%}
        {%- do setting_error(setting ~ '.relation', 'is ' ~ value.relation | tojson, 'the name of a table or view, such as raw.outcomes') -%}
    {%- endif -%}
    {%- do return({'setting': setting, 'relation': value.relation}) -%}
{%- endmacro %}
