{% macro release_us() -%}
    {#- When it is released, heartbeat apart: as its turn comes, or with its whole sequence. -#}
    {{- 'release_us' if _any_group('holds_whole') else 'due_us' -}}
{%- endmacro %}
