{% macro tidy_arrivals() -%}
    {#- After every resequencer__tidy_every-th ingest: small files are merged, files of old table versions removed. -#}
    {%- if execute -%}
        {%- set number = newest_group(this, 'ingest_batch') -%}
        {%- set after = tidy_after(this, number, 'ingest_batch', "kind = 'file'") -%}
        {%- if after is not none -%}
            {%- do merge_groups(this, after, number, 'ingest_batch', ['file', 'record', 'unreadable'], 'kind') -%}
            {%- do remove_old_versions(this) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
