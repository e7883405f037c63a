{% macro _forwarding_node(source, tokens) -%}
    {#-
        What a Service Bus expression or condition means, as SQL: {kind, sql}, and of a number {kind, whole, real}. Kinds:
        condition, property (a text that may stand for a number), text, number, boolean, time, unknown (NULL).
        Read in one pass (Dijkstra's shunting yard: a stack of values, one of operators that wait for their right side),
        so that a text may be nested as deep as one likes.
    -#}
    {%- set binds = {
        'or': 1, 'and': 2, 'not': 3, 'like': 4, 'not like': 4, '=': 4, '<>': 4, '!=': 4, '<': 4, '<=': 4, '>': 4, '>=': 4,
        'escape': 5, '+': 6, '-': 6, '*': 7, '/': 7, '%': 7,
    } -%}
    {%- set nodes = [] -%}
    {%- set operators = [] -%}
    {%- set state = namespace(has_value=false) -%}
    {%- for token in tokens -%}
        {%- set sign = modules.re.sub('\\s+', ' ', token.text | lower) -%}
        {%- if not state.has_value -%}
            {%- set state.has_value = token.kind in ['text', 'number', 'constant', 'property'] -%}
            {%- if token.kind == 'text' -%}
                {%- set constant = token.text[1:-1].replace("''", "'") -%}
                {%- do nodes.append({'kind': 'text', 'sql': sql_text(constant), 'constant': constant}) -%}
            {%- elif token.kind == 'number' -%}
                {%- set is_whole = modules.re.fullmatch('[0-9]+', token.text) -%}
                {%- if is_whole and token.text | int > 9223372036854775807 -%}
                    {%- do _forwarding_error(source, token.at, 'this whole number is too large', 'up to 9223372036854775807; with a point it is a double') -%}
                {%- endif -%}
                {%- do nodes.append({
                    'kind': 'number',
                    'whole': 'cast(' ~ sql_text(token.text) ~ ' as bigint)' if is_whole else none,
                    'real': 'cast(' ~ sql_text(token.text) ~ ' as double)',
                }) -%}
            {%- elif token.kind == 'constant' -%}
                {%- do nodes.append({'kind': 'unknown' if sign == 'null' else 'boolean', 'sql': sign}) -%}
            {%- elif token.kind == 'property' -%}
                {%- do nodes.append(_property_node(source, token.scope, token.name, token.at)) -%}
            {%- elif token.kind == 'function' -%}
                {%- set name = sign.rstrip(' (') -%}
                {%- if name == 'newid' -%}
                    {%- do _forwarding_error(source, token.at, 'newid() gives another value each time, and the same messages must give the same result in every run', 'sys.MessageId, or another property') -%}
                {%- elif name not in ['exists', 'property', 'p'] -%}
                    {%- do _forwarding_error(source, token.at, 'there is no function ' ~ name, 'EXISTS(name), property(text), p(text)') -%}
                {%- endif -%}
                {%- do operators.append({'sign': 'exists' if name == 'exists' else 'property', 'binds': -1, 'at': token.at}) -%}
            {%- elif sign in ['(', 'not', '+', '-'] -%}
                {%- do operators.append({'sign': sign, 'binds': {'(': -1, 'not': 3}.get(sign, 8), 'at': token.at, 'is_prefix': true}) -%}
            {%- else -%}
                {%- do _forwarding_error(source, token.at, 'a value is missing before this', "a property, a constant such as 'x', 1, TRUE, or an expression in parentheses") -%}
            {%- endif -%}
        {%- elif sign in binds and sign != 'not' and token.kind in ['operator', 'like', 'word'] -%}
            {%- do _applied(source, nodes, operators, binds[sign]) -%}
            {%- do operators.append({'sign': sign, 'binds': binds[sign], 'at': token.at, 'is_prefix': false}) -%}
            {%- set state.has_value = false -%}
        {%- elif token.kind == 'test' -%}
            {%- do _applied(source, nodes, operators, 5) -%}
            {%- set node = nodes.pop() -%}
            {%- if not node.name -%}
                {%- do _forwarding_error(source, token.at, sign | upper ~ ' is for a property', 'name ' ~ sign | upper) -%}
            {%- endif -%}
            {%- do nodes.append({'kind': 'condition', 'sql': '(' ~ node.sql ~ ' ' ~ sign ~ ')'}) -%}
        {%- elif token.kind == 'list' -%}
            {%- do _applied(source, nodes, operators, 5) -%}
            {%- do operators.append({
                'sign': 'in', 'is_not': sign.startswith('not'), 'binds': -1, 'at': token.at, 'left': nodes.pop(), 'choices': [],
            }) -%}
            {%- set state.has_value = false -%}
        {%- elif sign in [',', ')'] -%}
            {%- do _applied(source, nodes, operators, 0) -%}
            {%- if not operators or (sign == ',' and operators[-1].sign != 'in') -%}
                {%- do _forwarding_error(source, token.at, 'there is no parenthesis that this belongs to', 'as many ( as ), and commas only in the list of an IN') -%}
            {%- endif -%}
            {%- set open = operators[-1] -%}
            {%- set node = nodes[-1] -%}
            {%- if open.sign != '(' and (node.kind in ['condition', 'pattern'] or (open.left or {}).kind in ['condition', 'pattern']) -%}
                {%- do _forwarding_error(source, open.at, open.sign | upper ~ ' is for values', 'properties, constants and what is calculated from them') -%}
            {%- elif open.sign == 'in' -%}
                {%- do open.choices.append(_compared('=', open.left, nodes.pop()).sql) -%}
                {%- if sign == ')' -%}
                    {%- do nodes.append({'kind': 'condition', 'sql': '(' ~ ('not ' if open.is_not) ~ '(' ~ open.choices | join(' or ') ~ '))'}) -%}
                {%- endif -%}
            {%- elif open.sign == 'exists' -%}
                {%- if not node.name -%}
                    {%- do _forwarding_error(source, open.at, 'EXISTS is for a property', 'EXISTS(name)') -%}
                {%- endif -%}
                {%- do nodes.append({'kind': 'condition', 'sql': nodes.pop().exists}) -%}
            {%- elif open.sign == 'property' -%}
                {%- if node.kind not in ['property', 'text'] -%}
                    {%- do _forwarding_error(source, open.at, 'the name of a property is a text', "property('name'), or the text that a property holds: property(name)") -%}
                {%- endif -%}
                {%- do nodes.append({'kind': 'property', 'sql': property_by_name(nodes.pop().sql, source.prefix ~ 'properties')}) -%}
            {%- endif -%}
            {%- if sign == ',' -%}
                {%- set state.has_value = false -%}
            {%- else -%}
                {%- do operators.pop() -%}
            {%- endif -%}
        {%- else -%}
            {%- do _forwarding_error(source, token.at, 'an operator is missing before this', 'AND, OR, a comparison, LIKE, IN, IS NULL or one of + - * / %') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if not state.has_value -%}
        {%- do _forwarding_error(source, tokens[-1].at + tokens[-1].text | length, 'a value is missing', "a property, a constant such as 'x', 1, TRUE, or an expression in parentheses") -%}
    {%- endif -%}
    {%- do _applied(source, nodes, operators, 0) -%}
    {%- if operators -%}
        {%- do _forwarding_error(source, operators[-1].at, 'this parenthesis is not closed', 'as many ( as )') -%}
    {%- endif -%}
    {%- do return(nodes[0]) -%}
{%- endmacro %}
