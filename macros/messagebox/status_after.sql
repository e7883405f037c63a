{% macro status_after() -%}
    {#- The status of a subscription (`state`) after a change of the settings or an action that is possible (`event`). -#}
    case when event.is_removed then 'removed' when event.what = 'settings' and state.status <> 'removed' and state.wanted = event.wanted then state.status else event.wanted end
{%- endmacro %}
