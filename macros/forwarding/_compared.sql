{% macro _compared(sign, left, right) -%}
    {#-
        A comparison of two values as a condition, as SQL; null, which is unknown, where they are of kinds that cannot be
        compared, or a text is none of the kind it is compared with. Two properties are compared as texts, but by size
        as numbers where both are numbers.
    -#}
    {%- set kinds = [left.kind, right.kind] -%}
    {%- set sign = {'!=': '<>'}.get(sign, sign) -%}
    {%- set others = kinds | reject('in', ['property', 'text']) | unique | list -%}
    {%- set sql = 'cast(null as boolean)' -%}
    {%- if not others -%}
        {%- set sql = left.sql ~ ' ' ~ sign ~ ' ' ~ right.sql -%}
    {%- elif others == ['boolean'] and sign in ['=', '<>'] -%}
        {%- set values = [] -%}
        {%- for node in [left, right] -%}
            {%- set word = 'lower(trim(' ~ node.sql ~ '))' -%}
            {%- do values.append(node.sql if node.kind == 'boolean' else 'case ' ~ word ~ " when 'true' then true when 'false' then false end") -%}
        {%- endfor -%}
        {%- set sql = values | join(' ' ~ sign ~ ' ') -%}
    {%- elif others == ['time'] -%}
        {%- set values = [] -%}
        {%- for node in [left, right] -%}
            {%- do values.append(node.sql if node.kind == 'time' else as_utc_timestamp(node.sql) | trim) -%}
        {%- endfor -%}
        {%- set sql = values | join(' ' ~ sign ~ ' ') -%}
    {%- endif -%}
    {%- if others == ['number'] or (kinds == ['property', 'property'] and sign not in ['=', '<>']) -%}
        {%- set numbers = [_number_of(left), _number_of(right)] -%}
        {%- set comparisons = [numbers[0].real ~ ' ' ~ sign ~ ' ' ~ numbers[1].real] -%}
        {%- if numbers[0].whole is not none and numbers[1].whole is not none -%}
            {%- do comparisons.insert(0, numbers[0].whole ~ ' ' ~ sign ~ ' ' ~ numbers[1].whole) -%}
        {%- endif -%}
        {%- if not others -%}{%- do comparisons.append(sql) -%}{%- endif -%}
        {%- set sql = comparisons[0] if comparisons | length == 1 else 'coalesce(' ~ comparisons | join(', ') ~ ')' -%}
    {%- endif -%}
    {%- do return({'kind': 'condition', 'sql': '(' ~ sql ~ ')'}) -%}
{%- endmacro %}
