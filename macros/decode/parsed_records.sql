{% macro parsed_records(format, fields) -%}
    {#-
        What Spark reads of a raw record: an array with the record as a struct of its fields and an empty one,
        null where it cannot be read. Between brackets, because Spark reads an array strictly to its end but
        forgives what follows an object: two records on one line, or a tail of rubbish, must not pass as one
        good record. The empty object is missing where the record itself closes the bracket.
    -#}
    {%- if format == 'text' -%}
        cast(null as string)
    {%- else -%}
        {%- set text = 'record_json' if format == 'csv' else 'raw_record' -%}
        {%- set types = [] -%}
        {%- for name in fields -%}{%- do types.append('`' ~ name.replace('`', '``') ~ '`:' ~ fields[name]) -%}{%- endfor -%}
        {%- set options = ["'mode', 'PERMISSIVE'"] -%}
        {%- set landing = settings().landing -%}
        {%- if format == 'csv' or 'timezone' not in (landing.options | map('lower') | list) -%}
            {%- do options.append("'timeZone', 'UTC'") -%}
        {%- endif -%}
        {%- for option in landing.options if format == 'json' and option | lower not in ['mode', 'recursivefilelookup', 'pathglobfilter', 'linesep', 'encoding'] -%}
            {%- do options.append(sql_text(option) ~ ', ' ~ sql_text(landing.options[option])) -%}
        {%- endfor -%}
        {%- set schema = 'array<struct<' ~ types | join(',') ~ '>>' -%}
        from_json(concat('[', {{ text }}, ',{}]'), {{ sql_text(schema) }}, map({{ options | join(', ') }}))
    {%- endif -%}
{%- endmacro %}
