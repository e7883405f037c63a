{% macro warn_of_files_below(landing) -%}
    {#- A landing folder in which no file lies, while folders in it have some: Spark reads no folders below, and a run would be green without a word. -#}
    {%- if landing.options | map('lower') | select('equalto', 'recursivefilelookup') | list -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set listed = 'select _metadata.file_path from ' -%}
    {%- if not run_query(listed ~ landing_relation('binaryFile', landing) ~ ' limit 1').rows -%}
        {%- set deep = dict(landing, options=dict(landing.options, recursiveFileLookup='true')) -%}
        {%- set below = run_query(listed ~ landing_relation('binaryFile', deep) ~ ' limit 1').rows -%}
        {%- if below -%}
            {%- do exceptions.warn(
                landing.setting ~ '.path is ' ~ landing.path ~ ', in which no file lies, but there are some in folders below it, such as ' ~ below[0][0]
                ~ ". Nothing is read from there: write the path as a glob, such as " ~ landing.path.rstrip('/') ~ '/*, or set options: {recursiveFileLookup: true}.'
            ) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
