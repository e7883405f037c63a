{% macro _link_setting(setting, entry, key_type, is_composite) -%}
    {#-
        Messages that say themselves what they follow (docs/semantics.md, messages that say what they follow):
          linked_by     span_to: they cover the numbers up to another one; previous: they name the key before theirs; none: neither
          link          the template of that number
    -#}
    {%- set fields = [] -%}
    {%- for name in ['span_to', 'previous'] if entry.get(name) is not none -%}{%- do fields.append(name) -%}{%- endfor -%}
    {%- if fields | length == 0 -%}{%- do return({'linked_by': none, 'link': none}) -%}{%- endif -%}
    {%- set field = fields[0] -%}
    {%- set place = setting ~ '.' ~ field -%}
    {%- if fields | length > 1 -%}
        {%- do setting_error(setting ~ '.previous', 'is set together with span_to, and what a message covers says already what it follows', 'left out; or leave span_to out') -%}
    {%- endif -%}
    {%- if key_type != 'sequence' or entry.get('session_timeout') is not none -%}
        {%- do setting_error(place, 'is set for ' ~ ('key_type ' ~ key_type if key_type != 'sequence' else 'session_timeout'), 'left out: only the numbers of a sequence follow each other') -%}
    {%- endif -%}
    {%- if is_composite -%}
        {%- do setting_error(place, 'is set together with a key of two parts', 'left out; or give a key of one part') -%}
    {%- endif -%}
    {%- set descends = field == 'span_to' and entry.get('order') == 'descending' -%}
    {%- set unlike = {
        'step': (entry.get('step', 1) != 1, 'and not every number that a message speaks of would be on the grid'),
        'order: descending': (descends, 'and what a message covers counts up'),
        'wrap_at': (field == 'previous' and entry.get('wrap_at') is not none, 'and behind a hole nobody knows how often a counter has wrapped'),
        'on_gap: stand_in': (entry.get('on_gap') == 'stand_in', 'and how many messages are missing in a gap is not known'),
        'on_gap: suspend': (entry.get('on_gap') == 'suspend', 'and no action names what is missing'),
        'hold': (entry.get('hold') is not none, 'by which nothing leaves before its sequence is whole'),
        'duplicates': (entry.get('duplicates', 'bypass') != 'bypass', 'and what covers the same numbers is another message'),
        'start_after': (entry.get('start_after') is not none, 'by which a sequence waits to begin'),
        'session_size': (entry.get('session_size') is not none, 'by which messages leave out of turn'),
        'bake_time: auto': (entry.get('bake_time') == 'auto', 'and how late a message was is not known from its number alone'),
    } -%}
    {%- for other in ['reopen', 'restart', 'max_gap', 'reopen_after', 'expire_after'] -%}
        {%- do unlike.update({other: (entry.get(other), 'by which epochs begin or end, and such a sequence has one')}) -%}
    {%- endfor -%}
    {%- do unlike.update({'on_failure: terminate': (entry.get('on_failure') == 'terminate', 'by which epochs end, and such a sequence has one')}) -%}
    {%- for name, why in unlike.items() if why[0] -%}
        {%- do setting_error(place, 'is set together with ' ~ name ~ ', ' ~ why[1], 'left out; or leave ' ~ name ~ ' out') -%}
    {%- endfor -%}
    {%- do return({'linked_by': field, 'link': _template_setting(place, entry[field])}) -%}
{%- endmacro %}
