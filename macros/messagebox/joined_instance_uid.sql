{% macro joined_instance_uid(row_) -%}
    {#-
        The uid of the instance of a row of resequencer__messagebox, by its columns: one of a host's own, or of the message that made it,
        which may be the row's own message. Beside founders_join('founders').
    -#}
    coalesce({{ row_ }}.given_instance, {{ messagebox_uid('instance', "concat(" ~ founder_message_uid('founders') ~ ", '/', " ~ messagebox_uid('subscription', 'coalesce(' ~ row_ ~ '.founder_subscription, ' ~ row_ ~ '.subscription)') ~ ')') }})
{%- endmacro %}
