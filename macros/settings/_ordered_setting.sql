{% macro _ordered_setting(setting, entry, subscription) -%}
    {#- How a subscription's messages are put in order: {is_ordered, ordered, delivery}. Its fields are checked as those of a ruleset. -#}
    {%- set ordered = entry.ordered -%}
    {%- if ordered is not mapping -%}
        {%- do setting_error(setting ~ '.ordered', 'is not a mapping', "fields of a ruleset, such as {key: '##n##', bake_time: 10m}; {} for all defaults") -%}
    {%- endif -%}
    {%- set unlike = {
        'correlate': (subscription.correlate, 'left out: what is ordered has an instance for each group (group_by)'),
        'kind': (subscription.kind == 'instance', 'activation; or leave ordered out'),
        'delivery': (entry.get('delivery') is not none, 'left out here, and given in ordered'),
        'on_unenlist': (entry.get('on_unenlist') == 'terminate', 'keep, or left out: an action terminate ends a sequence, with what waits in it'),
    } -%}
    {%- for field in unlike if unlike[field][0] -%}
        {%- do setting_error(setting ~ '.' ~ field, 'is set together with ordered', unlike[field][1]) -%}
    {%- endfor -%}
    {%- set why = {'name': 'the name is the subscription\'s', 'match': 'a subscription\'s own match says what it gets', 'outlink': 'what is ordered is released', 'order_group': 'each subscription has its own sequences', 'max_ahead': 'a message enters the queue at the clock at which it is routed'} -%}
    {%- for field in why if field in ordered -%}
        {%- do setting_error(setting ~ '.ordered.' ~ field, 'is set', 'left out: ' ~ why[field]) -%}
    {%- endfor -%}
    {%- set fields = ruleset_field_names() | reject('in', why) | list -%}
    {%- for field in ordered if field not in fields -%}
        {%- do _unknown_name_error(setting ~ '.ordered', field, fields) -%}
    {%- endfor -%}
    {%- if ordered.get('type') == 'claim' -%}
        {%- do setting_error(setting ~ '.ordered.type', 'is claim', 'sort, or left out: subscriptions have no claims') -%}
    {%- endif -%}
    {%- do return({
        'is_ordered': true,
        'ordered': ordered,
        'delivery': 'unacknowledged' if ordered.get('delivery') is none else ordered.delivery,
    }) -%}
{%- endmacro %}
