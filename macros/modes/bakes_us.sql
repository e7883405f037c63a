{% macro bakes_us(came_us, settings_) -%}
    {#-
        When what comes at `came_us` has baked: a bake time later, null where nothing bakes. With `bake_time: auto` the first moment
        at which the bake time in force has passed; one that becomes shorter lets it leave when it comes into force.
    -#}
    {%- if not has_mode('auto') -%}
        {%- do return(came_us ~ ' + ' ~ settings_ ~ '.bake_us') -%}
    {%- endif -%}
    {%- set leaves = 'greatest(period.from_us, ' ~ came_us ~ ' + period.bake_us)' -%}
    {%- do return(
        'case when bake_periods is null or ' ~ came_us ~ ' is null then ' ~ came_us ~ ' + ' ~ settings_ ~ '.bake_us'
        ~ ' else array_min(transform(filter(bake_periods, period -> period.bake_us is not null and ' ~ leaves ~ ' <= period.to_us), period -> ' ~ leaves ~ ')) end'
    ) -%}
{%- endmacro %}
