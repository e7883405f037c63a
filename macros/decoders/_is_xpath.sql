{% macro _is_xpath(path) -%}
    {#- Whether Spark can read a path, asked of a document that has an element. -#}
    {%- do return(run_query('select ' ~ raises("xpath_string('<a/>', " ~ sql_text(path) ~ ')')).rows[0][0] | string | lower == 'false') -%}
{%- endmacro %}
