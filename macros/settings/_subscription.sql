{% macro _subscription(setting, entry) -%}
    {#-
        One subscription, checked, with its defaults. `setting` names it in errors until its own name is known.
          name, service, class, host, kind, status, correlate, once, delivery, priority, on_unenlist
                        as they are set
          groups        what it matches, any of them: lists of predicates (`_predicates`) that have all to be true; [[]]: all
          is_unrouted   whether it takes what no other matches; then groups is [[]]
          filter        a filter of Service Bus instead, or none; then groups is []
          is_ordered, ordered   whether its messages are put in order, and the fields of the ruleset that says how
    -#}
    {%- if entry is not mapping -%}
        {%- do setting_error(setting, 'is not a mapping', 'a subscription such as {name: orders, match: {message_type: order}}') -%}
    {%- endif -%}
    {%- set name = entry.get('name') -%}
    {%- if name is not string or not modules.re.fullmatch('[A-Za-z0-9_.:-]{1,200}', name) -%}
        {%- do setting_error(setting ~ '.name', 'is missing' if name is none else 'is ' ~ name | string | tojson, 'letters from a to z, digits and any of _ . : -') -%}
    {%- endif -%}
    {%- set place = setting.split('[')[0] ~ ' ' ~ name -%}
    {%- set choices = {
        'kind': ['activation', 'instance'], 'status': ['started', 'stopped', 'unenlisted'],
        'delivery': ['unacknowledged', 'acknowledged'], 'on_unenlist': ['keep', 'terminate'],
    } -%}
    {%- set subscription = {
        'name': name, 'service': name, 'class': 'send_port', 'host': 'default', 'kind': 'activation', 'status': 'started',
        'delivery': 'unacknowledged', 'priority': 5, 'on_unenlist': 'keep', 'is_ordered': false, 'ordered': none,
    } -%}
    {%- set fields = [
        'name', 'service', 'class', 'host', 'kind', 'status', 'match', 'filter', 'correlate', 'once', 'delivery', 'priority',
        'on_unenlist', 'addressable', 'ordered',
    ] -%}
    {%- for field, given in entry.items() -%}
        {%- if field not in fields -%}
            {%- do _unknown_name_error(place, field, fields) -%}
        {%- elif given is none -%}
            {#- As if it were not there. -#}
        {%- elif field in choices -%}
            {%- do subscription.update({field: _choice_setting(place ~ '.' ~ field, given, choices[field])}) -%}
        {%- elif field in ['service', 'class', 'host'] -%}
            {%- do subscription.update({field: _name_setting(place ~ '.' ~ field, given)}) -%}
        {%- elif field == 'priority' -%}
            {%- do subscription.update({field: _integer_setting(place ~ '.priority', given, 1, 10)}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set is_instance = subscription.kind == 'instance' -%}
    {%- set correlate = [] if entry.get('correlate') is none else _correlate_setting(place ~ '.correlate', entry.correlate) -%}
    {%- set once = entry.get('once') is not none and _boolean_setting(place ~ '.once', entry.once) -%}
    {%- if is_instance and not correlate -%}
        {%- do setting_error(place ~ '.correlate', 'is not set with kind: instance, whose instances wait for values', 'names of properties, such as [order_id]; or kind: activation') -%}
    {%- endif -%}
    {%- if once and not is_instance -%}
        {%- do setting_error(place ~ '.once', 'is true without kind: instance', 'left out; or give kind: instance, to be over with the first message') -%}
    {%- endif -%}
    {%- do subscription.update({'correlate': correlate, 'once': once}) -%}
    {%- if entry.get('ordered') is not none -%}
        {%- do subscription.update(_ordered_setting(place, entry, subscription)) -%}
    {%- endif -%}
    {%- do subscription.update(_subscription_match(place, entry, subscription)) -%}
    {%- do return(subscription) -%}
{%- endmacro %}
