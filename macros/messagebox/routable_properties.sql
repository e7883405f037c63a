{% macro routable_properties() -%}
    {#-
        The properties of a message that its pipeline promotes, as SQL: those that route, if there is a value. A name of the system is never a
        property's.
    -#}
    {%- set properties = "map_filter(coalesce(properties, " ~ no_properties() ~ "), (name, value) -> value is not null and name not in "
        ~ sql_texts(system_properties_of_messages().keys()) ~ ')' -%}
    {%- set arms = [] -%}
    {%- for pipeline in settings().pipelines if pipeline.promoted is not none -%}
        {%- set promoted = 'map_filter(' ~ properties ~ ', (name, value) -> name in ' ~ sql_texts(pipeline.promoted) ~ ')' if pipeline.promoted else no_properties() -%}
        {%- do arms.append('when ' ~ sql_text(pipeline.name) ~ ' then ' ~ promoted) -%}
    {%- endfor -%}
    {%- do return('case pipeline ' ~ arms | join(' ') ~ ' else ' ~ properties ~ ' end' if arms else properties) -%}
{%- endmacro %}
