{% macro within_wave(at) -%}
    {#- Whether an event at this place happens in the batch (alias wave). -#}
    ({{ at }} < wave.until_place and (wave.from_place is null or {{ at }} >= wave.from_place))
{%- endmacro %}
