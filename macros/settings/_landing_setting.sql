{% macro _landing_setting(value, setting='resequencer__landing') -%}
    {#- A place where files land: {setting, format, path, options, schema, records}, or none. -#}
    {%- if value is none -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- if value is not mapping -%}
        {%- do setting_error(setting, 'is not a mapping', '{format: json|csv|parquet|text|kafka, path: …, options: {…}, schema: …}') -%}
    {%- endif -%}
    {%- set fields = ['format', 'path', 'options', 'schema'] + (['records'] if setting == 'resequencer__landing' else []) -%}
    {%- for field in value if field not in fields -%}
        {%- do _unknown_name_error(setting, field, fields) -%}
    {%- endfor -%}
    {%- set format = value.get('format', 'json') -%}
    {%- if format not in ['json', 'csv', 'parquet', 'text', 'kafka'] -%}
        {%- do setting_error(setting ~ '.format', 'is ' ~ format | tojson, 'json (one record a line), csv, parquet, text or kafka') -%}
    {%- endif -%}
    {%- do _kafka_setting(value, setting) if format == 'kafka' -%}
    {%- set path = value.get('path') -%}
    {%- if format != 'kafka' and (path is not string or not path.strip()) -%}
        {%- do setting_error(setting ~ '.path', 'is missing', 'a folder, file or glob that Spark can read') -%}
    {%- endif -%}
    {%- set options = value.get('options') or {} -%}
    {%- if options is not mapping -%}
        {%- do setting_error(setting ~ '.options', 'is not a mapping', "Spark's own options of the format, such as {sep: ';'}") -%}
    {%- endif -%}
    {%- for option in options if not modules.re.fullmatch('[\\w.]+', option | string) -%}
        {%- do setting_error(setting ~ '.options', 'has the option ' ~ option | tojson, "the names of Spark's own options") -%}
    {%- endfor -%}
    {%- for option in options if option | lower == 'multiline' and (options[option] | string | lower) == 'true' -%}
        {%- do setting_error(setting ~ '.options.' ~ option, 'is true', 'left out: a record is one line, and one wrong record must not swallow the next') -%}
    {%- endfor -%}
    {%- for option in options if option | lower == 'ignorecorruptfiles' -%}
        {%- do setting_error(setting ~ '.options.' ~ option, 'is set', 'left out: of a file that cannot be read to its end what can be read is, and the file is a row of resequencer__failure') -%}
    {%- endfor -%}
    {%- set schema = value.get('schema') -%}
    {%- if schema is not none and schema is not string -%}
        {%- do setting_error(setting ~ '.schema', 'is not text', 'columns as Spark writes them, such as "fcnt bigint, _timestamp bigint"') -%}
    {%- endif -%}
    {%- set records = value.get('records') -%}
    {%- if records is not none and (format != 'text' or records is not string or not records.strip()) -%}
        {%- do setting_error(setting ~ '.records', 'is ' ~ records | tojson ~ ' with the format ' ~ format, "with the format text, SQL of an array of texts over value, such as {{ hl7_messages('value') }}") -%}
    {%- endif -%}
    {%- do return({'setting': setting, 'format': format, 'path': path, 'options': options, 'schema': schema, 'records': with_macros(records)}) -%}
{%- endmacro %}
