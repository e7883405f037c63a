{% macro stand_in_contents(field) -%}
    {#-
        What a stand-in has as its `body` or `properties`, as its ruleset says (stand_in): arms of a case over row_kind, message.ruleset,
        group_key and stood_in_number; nothing where no ruleset says anything.
    -#}
    {%- set arms = [] -%}
    {%- for ruleset in settings().rulesets if ruleset.stand_in[field] is not none -%}
        {%- set given = {'body': ruleset.stand_in.body} if field == 'body' else ruleset.stand_in.properties -%}
        {%- set texts = [] -%}
        {%- for name, text in given.items() -%}
            {%- if field == 'properties' -%}{%- do texts.append(sql_text(name)) -%}{%- endif -%}
            {%- do texts.append(
                "replace(replace(" ~ sql_text(text) ~ ", '##sequence_number##', cast(stood_in_number as string)), '##sequence_id##', group_key)"
            ) -%}
        {%- endfor -%}
        {%- do arms.append(
            " when row_kind = 'stand_in' and message.ruleset = " ~ sql_text(ruleset.name) ~ ' then ' ~ (texts[0] if field == 'body' else 'map(' ~ texts | join(', ') ~ ')')
        ) -%}
    {%- endfor -%}
    {%- do return(arms | join('')) -%}
{%- endmacro %}
