{% macro _way_of_ordering(group, field) -%}
    {#- A field of an order group that its sequences depend on, as text; of a session only whether it is one. -#}
    {%- if field == 'order' -%}
        {%- do return(('descending' if group.get('is_descending') else 'ascending') ~ (', and the second part the other way' if group.get('differs_in_order'))) -%}
    {%- elif field == 'wrap_to' -%}
        {%- do return((group.get('wrap_to') or 0) | string) -%}
    {%- elif field == 'key' -%}
        {%- do return(group.get('second_below') | string ~ (group.get('is_composite') or false)) -%}
    {%- elif field == 'span_to or previous' -%}
        {%- do return(group.get('linked_by') | string) -%}
    {%- elif field == 'session_timeout' -%}
        {%- do return('set' if group.get('session_us') else 'none') -%}
    {%- endif -%}
    {%- do return(group.get(field) | string) -%}
{%- endmacro %}
