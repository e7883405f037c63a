{% macro fingerprint_of(input) -%}
    {#- What tells a delivery from others of its message: outcome, time and attempt. One that comes again is a repeat. -#}
    concat_ws(' ', {{ input }}.outcome, unix_micros({{ as_utc_timestamp(input ~ '.`at`') }}), {{ input }}.attempt)
{%- endmacro %}
