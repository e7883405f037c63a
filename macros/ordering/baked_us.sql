{% macro baked_us(arrival_us) -%}
    {#-
        SQL: when what has been there since then has baked: a bake time later. With `bake_time: auto` the first moment at which
        the bake time in force has passed; one that becomes shorter lets it leave when it comes into force. Where none was in force nothing bakes.
    -#}
    {%- if not _any_group('auto') -%}
        {%- do return(arrival_us ~ ' + bake_us') -%}
    {%- endif -%}
    {%- set leaves = 'greatest(period.from_us, ' ~ arrival_us ~ ' + period.bake_us)' -%}
    {%- do return(
        'case when bake_periods is null or ' ~ arrival_us ~ ' is null then ' ~ arrival_us ~ ' + bake_us'
        ~ ' else array_min(transform(filter(bake_periods, period -> period.bake_us is not null and ' ~ leaves ~ ' <= period.to_us), period -> ' ~ leaves ~ ')) end'
    ) -%}
{%- endmacro %}
