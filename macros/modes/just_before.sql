{% macro just_before(moment) -%}
    {#- The moment just before one: behind all of its sequence that comes before that. -#}
    named_struct(
        'us', {{ moment }}.us, 'ingest', {{ moment }}.ingest, 'arrived_us', {{ moment }}.arrived_us, 'intake', {{ moment }}.intake,
        'place', {{ moment }}.place - 1
    )
{%- endmacro %}
