{% macro shown_properties() -%}
    {#-
        The properties of a message that a summary may show, as SQL: those its ruleset names in `summary`, all where
        it names none, and never those in `mask`. Of a ruleset that is gone nothing says what may be shown.
    -#}
    {%- set branches = {} -%}
    {%- for ruleset in settings().rulesets -%}
        {%- set masked = [] -%}
        {%- for name in ruleset.mask -%}{%- do masked.append(sql_text(name)) -%}{%- endfor -%}
        {%- set chosen = [] -%}
        {%- for name in ruleset.summary or [] -%}{%- do chosen.append(sql_text(name)) -%}{%- endfor -%}
        {%- set conditions = [] -%}
        {%- if ruleset.summary is not none -%}
            {%- do conditions.append('name in (' ~ chosen | join(', ') ~ ')' if chosen else 'false') -%}
        {%- endif -%}
        {%- if masked -%}
            {%- do conditions.append('name not in (' ~ masked | join(', ') ~ ')') -%}
        {%- endif -%}
        {%- set shown = 'map_filter(properties, (name, value) -> ' ~ conditions | join(' and ') ~ ')' if conditions else 'properties' -%}
        {%- do branches.setdefault(shown, []).append(sql_text(ruleset.name)) -%}
    {%- endfor -%}
    case
        {{ ruleset_arms(branches) }}
    end
{%- endmacro %}
