{% macro _calculated(sign, left, right) -%}
    {#-
        A sum, product … of two values, as C# has them: what is added to a text is put behind it, whole numbers are
        divided to a whole number. Two properties are texts; one with a number is a number. Where whole numbers overflow
        the result is a double; there is none where one divides by zero.
    -#}
    {%- set kinds = [left.kind, right.kind] -%}
    {%- if sign == '+' and 'unknown' not in kinds and ('text' in kinds or ('property' in kinds and 'number' not in kinds)) -%}
        {%- do return({'kind': 'text', 'sql': 'concat(' ~ _text_of(left) ~ ', ' ~ _text_of(right) ~ ')'}) -%}
    {%- endif -%}
    {%- set left = _number_of(left) -%}
    {%- set right = _number_of(right) -%}
    {%- set divisor = 'nullif(' ~ right.real ~ ', 0)' if sign in ['/', '%'] else right.real -%}
    {%- set number = {'kind': 'number', 'whole': none, 'real': '(' ~ left.real ~ ' ' ~ sign ~ ' ' ~ divisor ~ ')'} -%}
    {%- if left.whole is not none and right.whole is not none -%}
        {%- if sign == '/' -%}
            {#- The lowest bigint divided by -1 is none. -#}
            {%- do number.update({'whole': '(case when ' ~ right.whole ~ ' = -1 then try_subtract(0, ' ~ left.whole ~ ') else ' ~ left.whole ~ ' div nullif(' ~ right.whole ~ ', 0) end)'}) -%}
        {%- elif sign == '%' -%}
            {%- do number.update({'whole': '(' ~ left.whole ~ ' % nullif(' ~ right.whole ~ ', 0))'}) -%}
        {%- else -%}
            {%- set function = {'+': 'try_add', '-': 'try_subtract', '*': 'try_multiply'}[sign] -%}
            {%- do number.update({'whole': function ~ '(' ~ left.whole ~ ', ' ~ right.whole ~ ')'}) -%}
        {%- endif -%}
        {%- if sign == '/' -%}
            {%- do number.update({'real': 'coalesce(cast(' ~ number.whole ~ ' as double), ' ~ number.real ~ ')'}) -%}
        {%- endif -%}
    {%- endif -%}
    {%- do return(number) -%}
{%- endmacro %}
