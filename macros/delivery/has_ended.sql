{% macro has_ended(epoch) -%}
    {#-
        In the fold of delivery_rows: whether an epoch has ended before the event, by another one or with its last message.
        That was the last is known from the moment on at which a message has said so (final_us).
    -#}
    {%- set known = '(final_us < event.at_us or (final_us = event.at_us and event.rank = 2))' -%}
    (
        exists(state.ends, other -> other.epoch = {{ epoch }})
        or (
            (not is_acknowledged or (not exists(state.stops, stop -> stop.epoch = {{ epoch }}) and not exists(state.aloft, turn -> messages[turn].epoch = {{ epoch }}) and not exists(state.flights, flight -> flight.holds and flight.epoch = {{ epoch }})))
            and (
                {% if _fills() -%}
                coalesce((filled_to_last_at.arrival_us < event.at_us or (event.rank = 2 and filled_to_last_at < {{ moment_of_event() }})) and not exists(slice(messages, size(state.sent) + 1, size(messages)), message -> message.epoch = {{ epoch }}), false)
                or
                {% endif -%}
                exists(slice(messages, 1, size(state.sent)), message -> message.epoch = {{ epoch }} and coalesce({{ known.replace('final_us', 'message.final_us') }}, false))
                or coalesce(head_state.epoch = {{ epoch }} and (head_state.closed_us is not null or ({{ known.replace('final_us', 'head_state.final_us') }} and not exists(slice(messages, size(state.sent) + 1, size(messages)), message -> message.epoch = {{ epoch }}))), false)
            )
        )
    )
{%- endmacro %}
