{% macro ended(epoch, by) -%}
    {#- In the fold of delivery_rows: the state once an epoch has been ended by the event. What has not been sent will not be. -#}
    {%- set other = 'other -> other.epoch <> ' ~ epoch -%}
    {%- do return({
        'ends': "array_append(state.ends, named_struct('epoch', " ~ epoch ~ ", 'us', event.at_us, 'intake', " ~ intake_of_input('event.intake', 'event.rank = 2') ~ ", 'place', event.place, 'ended_by', " ~ by ~ '))',
        'sent': 'concat(state.sent, array_repeat(cast(null as bigint), greatest(0, size(filter(messages, message -> message.epoch <= ' ~ epoch ~ ')) - size(state.sent))))',
        'stops': 'filter(state.stops, ' ~ other ~ ')',
        'flights': 'transform(' ~ flying() ~ ', flight -> ' ~ attempt_of('flight', {'holds': 'flight.holds and flight.epoch <> ' ~ epoch}) ~ ')',
        'aloft': 'cast(array() as array<int>)',
    }) -%}
{%- endmacro %}
