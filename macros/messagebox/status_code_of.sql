{% macro status_code_of(event) -%}
    {#-
        The status code of a reference that a message gets to an instance (`k`), in life_after: 8 where the instance is suspended, 2 where its
        subscription is stopped, else 1. Stopping stops activation: what follows a convoy goes on.
    -#}
    case when coalesce(k.held_in, 0) in (4, 32) then 8 when {{ event }}.is_stopped and ({{ event }}.mode <> 'line' or told.founds) then 2 else 1 end
{%- endmacro %}
