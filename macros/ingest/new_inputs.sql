{% macro new_inputs() -%}
    {#-
        What this run takes in of deliveries and actions, asked once: {number, has_table, sources: [{kind, input, files}]}, files
        numbered on from source to source.
    -#}
    {%- do compile_if_worthwhile(0) -%}
    {%- set checked = settings() -%}
    {%- set existing = load_relation(this) if execute else none -%}
    {#- Before it is asked what is new: had another run taken it in since, its number would be this one's. -#}
    {%- set number = (newest_group(existing, 'ingest_batch') or 0) + 1 -%}
    {%- set ns = namespace(count=0) -%}
    {%- set sources = [] -%}
    {%- for kind, input in {'delivery': checked.deliveries, 'action': checked.actions}.items() if input is not none -%}
        {%- set files = [] -%}
        {%- if input.relation is none -%}
            {%- set files = with_readability(input, new_landing_files(existing, input)) -%}
            {%- for file in files -%}
                {%- do file.update({'number': file.number + ns.count}) -%}
            {%- endfor -%}
        {%- endif -%}
        {%- set ns.count = ns.count + files | length + 1 -%}
        {%- do sources.append({'kind': kind, 'input': input, 'files': files, 'number': ns.count - 1}) -%}
    {%- endfor -%}
    {%- do return({'number': number, 'has_table': existing is not none, 'sources': sources}) -%}
{%- endmacro %}
