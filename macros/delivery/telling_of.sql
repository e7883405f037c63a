{% macro telling_of(input) -%}
    {#- What tells a delivery from others of its message: one that comes again is the same. -#}
    {{- "concat_ws(' ', " ~ input ~ '.outcome, ' ~ input ~ '.`at`, ' ~ input ~ '.attempt)' -}}
{%- endmacro %}
