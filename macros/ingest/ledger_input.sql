{% macro ledger_input(record) -%}
    {#- A delivery or an action as the ledger takes it: of an ordered subscription as of its ruleset. -#}
    {%- if settings().subscriptions is none -%}{%- do return(record) -%}{%- endif -%}
    {%- set fields = [] -%}
    {%- for field in row_fields().input -%}
        {%- do fields.append("'" ~ field | replace('`', '') ~ "', " ~ ('coalesce(' ~ record ~ '.ruleset, ' ~ record ~ '.subscription)' if field == 'ruleset' else record ~ '.' ~ field)) -%}
    {%- endfor -%}
    {%- do return('case when ' ~ record ~ ' is not null then named_struct(' ~ fields | join(', ') ~ ') end') -%}
{%- endmacro %}
