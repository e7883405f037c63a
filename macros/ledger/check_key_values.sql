{% macro check_key_values(last) -%}
    {#- A ledger that has columns for keys of values is written with them: they do not vanish while it stands. -#}
    {%- if not _has_ranked_keys() -%}
        {%- for name in last.order_groups if last.order_groups[name].is_ranked -%}
            {%- do setting_error(
                'resequencer__rulesets',
                'no longer has a key_type double, decimal or string, or a key of two parts, which ' ~ name ~ ' had',
                'one with such keys, if only one that nothing matches; to be rid of them, run with --full-refresh'
            ) -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro %}
