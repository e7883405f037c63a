{% macro _predicates(setting, name, condition) -%}
    {#-
        What one property has to be, a list of {property, operator, ignore_case, operands}: one for each operator. Operands
        are a list of {type, value}, of which only `in` and `not_in` have several.
    -#}
    {%- set property = _routing_property(setting, name) -%}
    {#- A text is what most conditions are: for thousands of subscriptions it goes without the rest. -#}
    {%- if condition is string -%}
        {%- do return([{'property': property, 'operator': 'eq', 'ignore_case': false, 'operands': [{'type': 'text', 'value': condition}]}]) -%}
    {%- endif -%}
    {%- set place = setting ~ '.' ~ name -%}
    {%- set options = ['ignore_case', 'type'] -%}
    {%- set operators = ['eq', 'in', 'ne', 'not_in', 'lt', 'le', 'gt', 'ge', 'exists', 'bits', 'prefix', 'suffix', 'contains', 'pattern'] -%}
    {%- if condition is mapping -%}
        {%- set by_operator = condition -%}
    {%- else -%}
        {%- set by_operator = {'in' if condition is iterable else 'eq': condition} -%}
    {%- endif -%}
    {%- set type = by_operator.get('type') -%}
    {%- if type is not none -%}
        {%- do _choice_setting(place ~ '.type', type, ['text', 'number', 'boolean', 'time']) -%}
    {%- endif -%}
    {%- set ignore_case = by_operator.get('ignore_case') is not none and _boolean_setting(place ~ '.ignore_case', by_operator.ignore_case) -%}
    {%- set predicates = [] -%}
    {%- for operator in by_operator if operator not in options -%}
        {%- if operator not in operators -%}
            {#- As they are called elsewhere. -#}
            {%- set nearest = {'gte': 'ge', 'lte': 'le', 'neq': 'ne', 'nin': 'not_in', 'regex': 'pattern'}.get(operator, nearest_name(operator, operators + options)) -%}
            {%- do setting_error(place, 'has an unknown operator ' ~ operator ~ ('; did you mean ' ~ nearest ~ '?' if nearest else ''), (operators + options) | join(', ')) -%}
        {%- endif -%}
        {%- set value = by_operator[operator] -%}
        {%- set where = place ~ ('.' ~ operator if condition is mapping else '') -%}
        {%- if operator in ['in', 'not_in'] -%}
            {%- if value is string or value is mapping or value is not iterable or not value -%}
                {%- do setting_error(where, 'is ' ~ ('empty' if value is iterable and not value else 'not a list'), 'a list of values, such as [eu, us]' ~ ('; exists: false, for messages without the property' if value is none else '')) -%}
            {%- endif -%}
            {%- set operands = [] -%}
            {%- for one in value -%}
                {%- set operand = _operand(where ~ '[' ~ loop.index0 ~ ']', operator, one, type) -%}
                {%- if operand not in operands -%}{%- do operands.append(operand) -%}{%- endif -%}
            {%- endfor -%}
            {#- What is no number is unlike none: with a text beside it, not_in would hold for numbers only. -#}
            {%- set kinds = operands | map(attribute='type') | unique | list -%}
            {%- if kinds | length > 1 -%}
                {%- do setting_error(where, 'has a ' ~ kinds | join(' and a ') ~ ', and a property is compared as one of them', 'values of one kind, such as [eu, us], [1, 2] or [\'eu\', \'5\']; or type: text beside ' ~ ('it' if condition is mapping else 'in: [...]') ~ ', by which all are compared as texts') -%}
            {%- endif -%}
        {%- else -%}
            {%- set operands = [_operand(where, operator, value, type)] -%}
        {%- endif -%}
        {%- do predicates.append({
            'property': property,
            'operator': operator,
            'ignore_case': ignore_case and operands | selectattr('type', 'equalto', 'text') | list | length > 0,
            'operands': operands,
        }) -%}
    {%- endfor -%}
    {%- if not predicates -%}
        {%- do setting_error(place, 'says nothing that the property has to be', 'a value, a list of values, or operators such as {ge: 5, lt: 7}: ' ~ operators | join(', ')) -%}
    {%- endif -%}
    {%- do return(predicates) -%}
{%- endmacro %}
