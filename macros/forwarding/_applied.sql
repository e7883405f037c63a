{% macro _applied(source, nodes, operators, binds) -%}
    {#-
        Applies the operators on top of the stack that bind at least as strongly as `binds` to the values before them; an
        open parenthesis, which binds at -1, is where that ends.
    -#}
    {%- for _ in operators | list -%}
        {%- if operators and operators[-1].binds >= binds -%}
            {%- set operator = operators.pop() -%}
            {%- set sign = operator.sign -%}
            {%- set right = nodes.pop() -%}
            {%- set left = nodes.pop() if not operator.is_prefix else none -%}
            {%- set kinds = [right.kind] if left is none else [left.kind, right.kind] -%}
            {%- if sign in ['and', 'or', 'not'] -%}
                {%- if kinds | reject('equalto', 'condition') | list -%}
                    {%- do _forwarding_error(source, operator.at, sign | upper ~ ' is for conditions', "comparisons such as name = 'x', EXISTS(name), name = TRUE") -%}
                {%- endif -%}
                {%- set before = left.sql ~ ' ' if left is not none else '' -%}
                {%- set node = {'kind': 'condition', 'sql': '(' ~ before ~ sign ~ ' ' ~ right.sql ~ ')'} -%}
            {%- elif 'condition' in kinds or left.kind == 'pattern' or (right.kind == 'pattern' and not sign.endswith('like')) -%}
                {%- do _forwarding_error(source, operator.at, sign | upper ~ ' is for values', 'properties, constants and what is calculated from them; ESCAPE once, and only behind a LIKE') -%}
            {%- elif sign == 'escape' -%}
                {%- if right.constant | default('') | length != 1 -%}
                    {%- do _forwarding_error(source, operator.at, 'ESCAPE needs one sign', "a text of one sign, such as '\\'") -%}
                {%- endif -%}
                {%- set node = {'kind': 'pattern', 'sql': _like_pattern(_text_of(left), right.constant)} -%}
            {%- elif sign.endswith('like') -%}
                {%- set pattern = right.sql if right.kind == 'pattern' else _like_pattern(_text_of(right), none) -%}
                {%- set node = {'kind': 'condition', 'sql': '(' ~ _text_of(left) ~ ' ' ~ sign ~ ' ' ~ pattern ~ ')'} -%}
            {%- elif left is none -%}
                {%- set zero = {'kind': 'number', 'whole': 'cast(0 as bigint)', 'real': 'cast(0 as double)'} -%}
                {%- set node = _number_of(right) if sign == '+' else _calculated('-', zero, right) -%}
            {%- elif sign in ['+', '-', '*', '/', '%'] -%}
                {%- set node = _calculated(sign, left, right) -%}
            {%- else -%}
                {%- set node = _compared(sign, left, right) -%}
            {%- endif -%}
            {%- do nodes.append(node) -%}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro %}
