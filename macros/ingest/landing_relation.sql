{% macro landing_relation(format, landing, files=none) -%}
    {#-
        The landing place as a relation of Spark's file source `format`. With `files`, no more than those
        files and what a glob cannot leave out: filter by _metadata.file_path besides.
    -#}
    {%- set file_options = ['recursivefilelookup', 'pathglobfilter', 'modifiedbefore', 'modifiedafter', 'ignoremissingfiles', 'ignorecorruptfiles'] -%}
    {%- set text_options = ['linesep', 'encoding', 'wholetext'] -%}
    {%- set options = [] -%}
    {%- for option in landing.options -%}
        {%- if format == landing.format or option | lower in file_options or (format == 'text' and option | lower in text_options) -%}
            {%- do options.append(option ~ ' ' ~ sql_text(landing.options[option])) -%}
        {%- endif -%}
    {%- endfor -%}
    {#- Naming a few new files spares Spark the listing of all old ones. -#}
    {%- set path = landing.path -%}
    {%- if files and files | length <= 100 and not modules.re.search('[\\\\{}*?,%`\\[\\]]', files | map(attribute='path') | join(' ')) -%}
        {%- set path = '{' ~ files | map(attribute='path') | join(',') ~ '}' if files | length > 1 else files[0].path -%}
    {%- endif -%}
    {%- do return(format ~ '.`' ~ path.replace('`', '``') ~ '`' ~ (' with (' ~ options | join(', ') ~ ')' if options else '')) -%}
{%- endmacro %}
