{% macro add_key_value_columns() -%}
    {#- A ledger from before there were keys of values gets their columns, empty: what it holds has none (pre-hook). -#}
    {%- if execute and is_incremental() and _has_ranked_keys() -%}
        {%- set present = adapter.get_columns_in_relation(this) | map(attribute='name') | list -%}
        {%- for column in ['key_value', 'last_key_value'] if column not in present -%}
            {%- do run_query('alter table ' ~ this ~ ' add columns (' ~ column ~ ' ' ~ key_value_type() ~ ')') -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro %}
