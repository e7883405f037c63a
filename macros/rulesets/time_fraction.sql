{% macro time_fraction(pattern, text) -%}
    {#- The digits of a fraction of a second in a text that a time_pattern reads, of which there may be nine; null where they are not found. -#}
    {%- set found, groups = [], [] -%}
    {%- for token in modules.re.finditer("'((?:[^']|'')*)'|([A-Za-z])\\2*|.", pattern, modules.re.DOTALL) -%}
        {%- set part = token.group(0) -%}
        {%- if token.group(1) is not none -%}
            {%- do found.append(modules.re.escape(token.group(1).replace("''", "'") or "'")) -%}
        {%- elif token.group(2) == 'S' -%}
            {%- do groups.append('regexp_extract({0}, {1}, ' ~ (groups | length + 1) ~ ')') -%}
            {%- do found.append('([0-9]{1,' ~ part | length ~ '})') -%}
        {%- elif token.group(2) is not none -%}
            {#- What has two digits may stand right before the fraction. -#}
            {%- do found.append('[0-9]{2}' if part in ['HH', 'hh', 'kk', 'KK', 'mm', 'ss', 'dd', 'MM', 'yy'] else '.*?') -%}
        {%- else -%}
            {%- do found.append({'[': '(?:', ']': ')?'}.get(part) or modules.re.escape(part)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set whole = sql_text('(?is)^' ~ found | join ~ '$') -%}
    {%- if 'SSSSSSS' in pattern -%}
        case when {{ text }} rlike {{ whole }} then concat({{ (groups | join(', ')).format(text, whole) }}) end
    {%- else -%}
        ''
    {%- endif -%}
{%- endmacro %}
