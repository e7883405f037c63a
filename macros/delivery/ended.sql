{% macro ended(epoch, by) -%}
    {#- In the fold of delivery_rows: the state once an epoch has been ended by the event. What has not been sent will not be. -#}
    {%- set other = 'other -> other.epoch <> ' ~ epoch -%}
    {%- do return({
        'ends': "array_append(state.ends, named_struct('epoch', " ~ epoch ~ ", 'us', event.at_us, 'intake', " ~ intake_of_input('event.intake', 'event.rank = 2') ~ ", 'place', event.place, 'ended_by', " ~ by ~ '))',
        'sent_count': 'greatest(state.sent_count, size(filter(messages, message -> message.epoch <= ' ~ epoch ~ ')))',
        'stops': 'filter(state.stops, ' ~ other ~ ')',
        'flights': 'transform(state.flights, flight -> ' ~ attempt_of('flight', {'holds': 'flight.holds and flight.epoch <> ' ~ epoch}) ~ ')',
    }) -%}
{%- endmacro %}
