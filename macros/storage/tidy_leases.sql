{% macro tidy_leases() -%}
    {#-
        Removes the files of old versions once processors have written 200 since the last time. Rows are left alone:
        a run that changed any could collide with a processor, and fail over what is no matter of its own.
    -#}
    {%- if execute -%}
        {%- set newest = run_query('describe history ' ~ this ~ ' limit 200') -%}
        {%- if newest | length == 200 and 'VACUUM END' not in newest.columns['operation'].values() -%}
            {%- do remove_old_versions(this) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
