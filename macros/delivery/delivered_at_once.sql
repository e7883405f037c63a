{% macro delivered_at_once(state='state') -%}
    {#- In the fold of delivery_rows: the first attempts that were delivered (settled, settled_by), written out. -#}
    {%- set event = 'events[pair.settled_by]' -%}
    {{- 'transform(arrays_zip(' ~ state ~ '.settled, ' ~ state ~ '.settled_by), pair -> ' ~ attempt_of('messages[pair.settled].attempt', {
        'fact': "'attempt'", 'sent_us': state ~ '.sent[pair.settled]', 'outcome': "'delivered'", 'at_us': event ~ '.at_us',
        'detail': event ~ '.input.detail', 'input': event ~ '.input', 'input_intake': event ~ '.intake', 'input_place': event ~ '.place',
        'told': 'array(' ~ telling_of(event ~ '.input') ~ ')',
    }) ~ ')' -}}
{%- endmacro %}
