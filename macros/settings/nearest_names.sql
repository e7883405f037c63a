{% macro nearest_names(name, candidates) -%}
    {#-
        The candidates by how like `name` they are, the most like first: [{name, score}]. By shared pairs of letters (Dice's coefficient),
        whatever their case, and what sets words apart.
    -#}
    {%- set candidates = candidates | list -%}
    {%- set pairs_of, scored = {}, [] -%}
    {%- for word in [name] + candidates -%}
        {%- set text = ' ' ~ modules.re.sub('[_\\W]+', ' ', word | string | lower) ~ ' ' -%}
        {%- set pairs = [] -%}
        {%- for i in range(text | length - 1) -%}{%- do pairs.append(text[i:i + 2]) -%}{%- endfor -%}
        {%- do pairs_of.update({word: pairs}) -%}
    {%- endfor -%}
    {%- set own = pairs_of[name] -%}
    {%- for candidate in candidates -%}
        {%- set other = pairs_of[candidate] -%}
        {%- set shared = own | select('in', other) | list | length -%}
        {%- do scored.append({'name': candidate, 'score': 2 * shared / (own | length + other | length)}) -%}
    {%- endfor -%}
    {%- do return(scored | sort(attribute='score', reverse=true)) -%}
{%- endmacro %}
