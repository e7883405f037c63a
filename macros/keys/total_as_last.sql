{% macro total_as_last(of='') -%}
    {#- The last position by a total, counted from the start; null where nothing says so, beyond 64 bits, where no start is known, and where keys have holes (previous). -#}
    {%- set total = 'try_add(' ~ of ~ 'start_position, ' ~ of ~ 'message.sequence_total - 1)' -%}
    {{- 'case when ' ~ of ~ "aside.link.linked_by is distinct from 'previous' then " ~ total ~ ' end' if has_mode('linked_by') else total -}}
{%- endmacro %}
