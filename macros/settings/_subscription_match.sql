{% macro _subscription_match(setting, entry, subscription) -%}
    {#- What a subscription gets: {is_unrouted, groups, filter}, as `_subscription` describes them. -#}
    {%- set match, filter = entry.get('match'), entry.get('filter') -%}
    {%- set is_instance = subscription.kind == 'instance' -%}
    {%- set is_addressable = none if entry.get('addressable') is none else _boolean_setting(setting ~ '.addressable', entry.addressable) -%}
    {%- set example = 'groups such as [{message_type: order, amount: {ge: 1000}}], of which one has to be met; all; or unrouted, for what no other gets' -%}
    {%- if match is none and filter is none -%}
        {%- do setting_error(setting ~ '.match', 'is not set, and filter is not either', example) -%}
    {%- endif -%}
    {%- if match is not none and filter is not none -%}
        {%- do setting_error(setting ~ '.filter', 'is set together with match', 'left out; or leave match out') -%}
    {%- endif -%}
    {%- if filter is not none and (filter is not string or not filter.strip()) -%}
        {%- do setting_error(setting ~ '.filter', 'is ' ~ filter | string | tojson, "a condition such as EXISTS(region) AND sys.Label = 'order'") -%}
    {%- endif -%}
    {%- if match is string -%}
        {%- do _choice_setting(setting ~ '.match', match, ['all', 'unrouted']) -%}
    {%- endif -%}
    {%- if match == 'unrouted' and (is_instance or subscription.correlate) -%}
        {%- do setting_error(setting ~ '.match', 'is unrouted together with ' ~ ('kind: instance' if is_instance else 'correlate'), 'all, or groups; or leave ' ~ ('kind' if is_instance else 'correlate') ~ ' out') -%}
    {%- endif -%}
    {%- set unlike = {'match: unrouted': match == 'unrouted', 'filter': filter is not none, 'kind: instance': is_instance} -%}
    {%- for field in unlike if is_addressable and unlike[field] -%}
        {%- do setting_error(setting ~ '.addressable', 'is true together with ' ~ field, 'left out; a group {SPTransportID: ' ~ subscription.name ~ '} of match says who is addressed') -%}
    {%- endfor -%}

    {%- set groups = [] -%}
    {%- if match is string -%}
        {%- do groups.append([]) -%}
    {%- elif match is not none -%}
        {%- set given = [match] if match is mapping else match -%}
        {%- if given is not iterable or not given -%}
            {%- do setting_error(setting ~ '.match', 'is ' ~ ('empty' if given is iterable else match | string | tojson), example) -%}
        {%- endif -%}
        {%- for group in given -%}
            {%- set place = setting ~ '.match' ~ ('' if match is mapping else '[' ~ loop.index0 ~ ']') -%}
            {%- if group is not mapping or not group -%}
                {%- do setting_error(place, 'is ' ~ ('empty' if group is mapping else 'not a mapping'), 'properties and what they have to be, such as {message_type: order, amount: {ge: 1000}}; for every message match: all') -%}
            {%- endif -%}
            {%- set predicates = [] -%}
            {%- for name in group -%}
                {%- do predicates.extend(_predicates(place, name, group[name])) -%}
            {%- endfor -%}
            {%- for name in group if _routing_property(place, name) != name and _routing_property(place, name) in group -%}
                {%- do setting_error(place ~ '.' ~ name, 'is another name of ' ~ _routing_property(place, name) ~ ', which is there, too', 'one of them') -%}
            {%- endfor -%}
            {%- do groups.append(predicates) -%}
        {%- endfor -%}
        {%- if not is_instance and (is_addressable or (is_addressable is none and subscription.class == 'send_port')) -%}
            {%- do groups.append([{
                'property': 'SPTransportID', 'operator': 'eq', 'ignore_case': false,
                'operands': [{'type': 'text', 'value': subscription.name}],
            }]) -%}
        {%- endif -%}
    {%- endif -%}
    {%- do return({'is_unrouted': match == 'unrouted', 'groups': groups, 'filter': filter}) -%}
{%- endmacro %}
