{% macro stand_in_id(number, ruleset, group_key, epoch) -%}
    {#- The message_id of a stand-in, as SQL: unique over all sequences, and known before it leaves. -#}
    concat(
            'stand-in ', {{ number }}, ' of ', {{ ruleset }}, '/', {{ group_key }}, case when {{ epoch }} > 1 then concat(' (epoch ', {{ epoch }}, ')') else '' end
        )
{%- endmacro %}
