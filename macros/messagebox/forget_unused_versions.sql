{% macro forget_unused_versions() -%}
    {#- Versions of subscriptions that no batch has used: their run was cut short, and the settings may have been taken back since (pre-hook). -#}
    {%- set versions = load_relation(this) if execute else none -%}
    {%- if versions is not none -%}
        {%- set unused = ' where valid_from_run > ' ~ (newest_messagebox_batch() or {}).get('run', 0) -%}
        {%- if run_query('select 1 from ' ~ versions ~ unused ~ ' limit 1').rows -%}
            {%- do run_query('delete from ' ~ versions ~ unused) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
