{% macro heard_by_the_clock() -%}
    {#- What has been said of a message (heard_course), of one that is in line or was sent in an earlier run, where sequences expire. -#}
    {%- if has_mode('expire_us') -%}
        case
            when expire_us is not null and (kind = 'carried' or (kind = 'message' and (entry.is_in_line or entry.aside.ready_at is not null))) then {{ heard_course() }}
        end
    {%- else -%}
        cast(null as {{ row_type('heard') }})
    {%- endif -%}
{%- endmacro %}
