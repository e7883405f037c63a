{% macro check_messagebox(last, is_rebuild) -%}
    {#- Stops the run where it would lose messages, or not know them again, that earlier runs have routed; a rebuild routes all of them anew. -#}
    {%- if not execute or last is none or is_rebuild -%}{%- do return(none) -%}{%- endif -%}
    {%- if last.get('message_identity') != settings().message_identity -%}
        {%- do setting_error(
            'resequencer__message_identity',
            'is ' ~ settings().message_identity | tojson ~ ', and messages have been known by ' ~ (last.get('message_identity') or 'their place'),
            'what it was; or run once with --full-refresh, which gives all of them new uids'
        ) -%}
    {%- endif -%}
    {%- set now = rows_at_cursor(last.arrivals_to) -%}
    {%- if now is not none and last.get('newest_count') is not none and now > last.newest_count -%}
        {%- do setting_error(
            'resequencer__arrivals_cursor',
            'is ' ~ settings().arrivals_cursor ~ ', and ' ~ (now - last.newest_count) ~ ' rows of ' ~ settings().arrivals_relation ~ ' have come with the value that was the newest in the run before',
            'with resequencer__subscriptions, a column that is greater in every row that comes later; --full-refresh routes these rows'
        ) -%}
    {%- endif -%}
{%- endmacro %}
