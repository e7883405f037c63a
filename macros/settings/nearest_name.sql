{% macro nearest_name(name, candidates) -%}
    {#-
        The candidate most like `name`, by shared pairs of letters (Dice's coefficient), or none
        where nothing is like it: for "did you mean".
    -#}
    {%- set pairs = namespace(best=none, score=0.34) -%}
    {%- set word = ' ' ~ name ~ ' ' -%}
    {%- set own = [] -%}
    {%- for i in range(word | length - 1) -%}{%- do own.append(word[i:i + 2]) -%}{%- endfor -%}
    {%- for candidate in candidates -%}
        {%- set other_word = ' ' ~ candidate ~ ' ' -%}
        {%- set other = [] -%}
        {%- for i in range(other_word | length - 1) -%}{%- do other.append(other_word[i:i + 2]) -%}{%- endfor -%}
        {%- set shared = own | select('in', other) | list | length -%}
        {%- set score = 2 * shared / (own | length + other | length) -%}
        {%- if score > pairs.score -%}
            {%- set pairs.best = candidate -%}
            {%- set pairs.score = score -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(pairs.best) -%}
{%- endmacro %}
