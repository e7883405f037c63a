{% macro delivery_rows(source, batch) -%}
    {#-
        What becomes of messages after their turn, one row per message sent, and one (anchor: the line's head, else its first
        message) with all else that is to be remembered of the line: gate, facts.
        A fold over the deliveries and actions of each line, in order of time; at one time what had been reported before
        (was_late: afterwards) is known as messages are sent. Up to each event, messages whose turn has come are sent, as
        long as nothing holds them: with acknowledgements one, else all. In the fold every step has four phases:
          ready    which messages are sent before the event
          send     they are in flight
          find     which attempt the event is about: of a delivery the last one sent of its message
          settle   what the event does
        A delivery that was counted before (told) is of no attempt.
    -#}
    {%- set same = 'other -> other.intake = state.hit.intake and other.place = state.hit.place' -%}
    {%- set other = 'other -> not (other.intake = state.hit.intake and other.place = state.hit.place)' -%}
    {%- set in_range = 'number between event.from_number and event.to_number' -%}
    {%- set reported = {'input': 'event.input', 'input_intake': 'event.intake', 'input_place': 'event.place'} -%}
    {%- set telling = "concat_ws(' ', event.input.outcome, event.input.`at`)" -%}
    {%- set settled = dict(reported, told="array_append(coalesce(state.hit.told, array()), " ~ telling ~ ')', fact="'attempt'", outcome='event.input.outcome', at_us='event.at_us', detail='event.input.detail') -%}
    {%- set dead = dict(settled, fact="'dead_letter'") -%}
    {%- set again = dict(reported, fact="'flight'", reason='cast(null as string)', outcome='cast(null as string)', at_us='cast(null as bigint)', detail='cast(null as string)', sent_us='event.at_us') -%}
    {%- set applied = attempt_of(none, dict(reported, fact="'applied'", at_us='event.at_us')) -%}
    {%- set none_of = 'cast(array() as array<' ~ attempt_type() ~ '>)' -%}
    {%- set of_target = 'filter(concat(state.flights, state.facts), other -> other.intake = target.intake and other.place = target.place)' -%}
    {%- set is_resent = '(state.hit.attempt > 1 and not state.hit.holds)' -%}
    select
        line_id as delivery_line_id,
        group_key as delivery_group_key,
        inline(concat(
            transform(
                filter(folded.facts, fact -> fact.fact = 'sent'),
                sent -> named_struct(
                    'sent_intake', sent.intake, 'sent_place', sent.place, 'sent_us', sent.sent_us,
                    'gate', case when struct(sent.intake, sent.place) <=> anchor then gate end,
                    'facts', case when struct(sent.intake, sent.place) <=> anchor then facts end
                )
            ),
            case
                when exists(folded.facts, fact -> fact.fact = 'sent' and struct(fact.intake, fact.place) <=> anchor) then array()
                else array(named_struct('sent_intake', anchor.intake, 'sent_place', anchor.place, 'sent_us', cast(null as bigint), 'gate', gate, 'facts', facts))
            end
        ))
    from (
        select
            *,
            named_struct(
                'open_us', folded.open_us,
                'waiting', cast(size(messages) - folded.sent_count as bigint),
                'awaited', case when is_acknowledged then try_element_at(filter(folded.flights, flight -> flight.holds), 1).number end,
                'stops', folded.stops
            ) as gate,
            concat(filter(folded.facts, fact -> fact.fact <> 'sent'), folded.flights) as facts
        from (
            select
                line_id,
                group_key,
                anchor,
                is_acknowledged,
                messages,
                aggregate(
                    array_append(events, {{ delivery_event({'at_us': batch.clock_us, 'rank': 3}) }}),
                    named_struct(
                        'sent_count', 0, 'open_us', head_gate.open_us,
                        'stops', coalesce(head_gate.stops, {{ none_of }}), 'flights', head_flights, 'facts', {{ none_of }},
                        'ready', slice(messages, 1, 0), 'hit', cast(null as {{ attempt_type() }})
                    ),
                    (before, event) -> aggregate(
                        array('ready', 'send', 'find', 'settle'), before,
                        (state, phase) -> case
                            when phase = 'ready' then {{ delivery_state({'ready': "case
                                when size(state.stops) > 0 or exists(state.flights, flight -> flight.holds) then slice(messages, 1, 0)
                                else filter(
                                    slice(messages, state.sent_count + 1, case when is_acknowledged then 1 else size(messages) end),
                                    waiting -> greatest(waiting.due_us, state.open_us) < event.at_us
                                        or (greatest(waiting.due_us, state.open_us) = event.at_us and event.rank > 0)
                                )
                            end"}) }}
                            when phase = 'send' and size(state.ready) > 0 then {{ delivery_state({
                                'sent_count': 'state.sent_count + size(state.ready)',
                                'flights': 'concat(state.flights, transform(state.ready, waiting -> ' ~ attempt_of('waiting.attempt', {'sent_us': 'greatest(waiting.due_us, state.open_us)'}) ~ '))',
                                'facts': 'concat(state.facts, transform(state.ready, waiting -> ' ~ attempt_of('waiting.attempt', {'fact': "'sent'", 'sent_us': 'greatest(waiting.due_us, state.open_us)'}) ~ '))',
                            }) }}
                            when phase = 'find' then {{ delivery_state({'hit': "case
                                when event.kind = 'delivery' then try_element_at(filter(state.flights, flight -> flight.message_id = event.input.message_id and not coalesce(array_contains(flight.told, " ~ telling ~ "), false)), -1)
                                when event.input.action = 'resume' then try_element_at(array_sort(filter(
                                    state.stops,
                                    stop -> not exists(state.flights, flight -> flight.intake = stop.intake and flight.place = stop.place)
                                        and coalesce(stop." ~ in_range ~ ", true)
                                )), 1)
                            end"}) }}
                            when phase = 'settle' and event.kind = 'delivery' and state.hit is null
                                then {{ delivery_state({'facts': 'array_append(state.facts, ' ~ attempt_of(none, dict(reported, fact="'rejected'", reason="'no_attempt'", at_us='event.at_us', detail="concat('nothing sent of ', event.input.message_id, ' waits for an outcome')")) ~ ')'}) }}
                            when phase = 'settle' and event.input.outcome = 'delivered' then {{ delivery_state({
                                'facts': 'array_append(state.facts, ' ~ attempt_of('state.hit', settled) ~ ')',
                                'flights': 'filter(state.flights, other -> not (other.intake = state.hit.intake and other.place = state.hit.place and other.attempt = state.hit.attempt))',
                                'stops': 'filter(state.stops, ' ~ other ~ ')',
                                'open_us': 'event.at_us',
                            }) }}
                            when phase = 'settle' and event.kind = 'delivery' then {{ delivery_state({
                                'facts': "concat(state.facts, array(" ~ attempt_of('state.hit', settled) ~ "), case
                                    when " ~ is_resent ~ " then " ~ none_of ~ "
                                    when on_failure = 'fail' then raise_error(concat('The delivery of message ', state.hit.message_id, ' of ruleset ', state.hit.ruleset, ' has failed: ', coalesce(event.input.detail, 'no detail'), '. on_failure is fail. It may be: suspend, dead_letter or park.'))
                                    when on_failure = 'dead_letter' or (on_failure = 'park' and not exists(state.stops, " ~ same ~ ")) then array(" ~ attempt_of('state.hit', dead) ~ ")
                                    else " ~ none_of ~ "
                                end)",
                                'flights': 'filter(state.flights, other -> not (other.intake = state.hit.intake and other.place = state.hit.place and other.attempt = state.hit.attempt))',
                                'stops': "case
                                    when " ~ is_resent ~ " then state.stops
                                    when on_failure = 'dead_letter' then filter(state.stops, " ~ other ~ ")
                                    else array_append(filter(state.stops, " ~ other ~ "), " ~ attempt_of('state.hit', dict(settled, fact="'stop'", reason="case when on_failure = 'park' then 'parked' else 'suspended' end")) ~ ")
                                end",
                                'open_us': 'event.at_us',
                            }) }}
                            when phase = 'settle' and event.input.action = 'resume' and state.hit is not null then {{ delivery_state({
                                'facts': 'array_append(state.facts, ' ~ applied ~ ')',
                                'flights': 'array_append(state.flights, ' ~ attempt_of('state.hit', dict(again, attempt='state.hit.attempt + 1', holds='true')) ~ ')',
                            }) }}
                            when phase = 'settle' and event.input.action = 'skip' and exists(state.stops, stop -> stop.{{ in_range }}) then {{ delivery_state({
                                'facts': 'array_append(state.facts, ' ~ applied ~ ')',
                                'flights': 'transform(state.flights, flight -> ' ~ attempt_of('flight', {'holds': 'flight.holds and not flight.' ~ in_range}) ~ ')',
                                'stops': 'filter(state.stops, stop -> not stop.' ~ in_range ~ ')',
                                'open_us': 'event.at_us',
                            }) }}
                            when phase = 'settle' and event.input.action = 'resend' and exists(concat(event.targets, state.facts), target -> target.fact in ('sent', 'target') and {{ resendable('target') }}) then {{ delivery_state({
                                'facts': 'array_append(state.facts, ' ~ applied ~ ')',
                                'flights': "concat(state.flights, transform(
                                    filter(concat(event.targets, state.facts), target -> target.fact in ('sent', 'target') and " ~ resendable('target') ~ "),
                                    target -> " ~ attempt_of('target', dict(again, holds='false', attempt='1 + greatest(target.attempt, array_max(transform(' ~ of_target ~ ', other -> other.attempt)))', told='flatten(array_append(transform(' ~ of_target ~ ', other -> coalesce(other.told, array())), coalesce(target.told, array())))')) ~ "
                                ))",
                            }) }}
                            when phase = 'settle' and event.kind = 'action' then {{ delivery_state({
                                'facts': 'array_append(state.facts, ' ~ attempt_of(none, dict(reported, fact="'rejected'", reason="'not_applicable'", at_us='event.at_us', detail="concat('there is nothing to ', event.input.action)")) ~ ')',
                            }) }}
                            else state
                        end
                    )
                ) as folded,
                on_failure
            from (
                select
                    line_id,
                    group_key,
                    min(anchor) as anchor,
                    max(is_acknowledged) as is_acknowledged,
                    max(on_failure) as on_failure,
                    array_sort(collect_list(message)) as messages,
                    max(head_gate) as head_gate,
                    array_sort(collect_list(event)) as events,
                    array_sort(collect_list(flight), (one, other) -> case when one.sent_us < other.sent_us then -1 when one.sent_us > other.sent_us then 1 else 0 end) as head_flights
                from (
                    select
                        line_id,
                        group_key,
                        is_acknowledged,
                        on_failure,
                        case when kind in ('head', 'message', 'due') then struct(intake, place) end as anchor,
                        case when kind = 'head' then head.gate end as head_gate,
                        case when has_turn then named_struct(
                            'epoch', {{ 'epoch' if _any_group('reopens') else 'cast(1 as bigint)' }}, 'number', number, 'kind', kind,
                            'arrival_us', arrival_us, 'intake', intake, 'place', place, 'due_us', {{ leaving_us() }},
                            'attempt', {{ attempt_of(none, {
                                'fact': "'flight'", 'number': ('case when key_value is null then ' ~ as_published('number') ~ ' end') if _has_ranked_keys() else as_published('number'),
                                'intake': 'intake', 'place': 'place', 'message_id': 'message.message_id', 'ruleset': 'message.ruleset',
                                'epoch': 'epoch' if _any_group('reopens') else '1', 'attempt': '1', 'holds': 'is_acknowledged',
                            }) }}
                        ) end as message,
                        cast(null as {{ delivery_event_type() }}) as event,
                        cast(null as {{ attempt_type() }}) as flight
                    from {{ source }}
                    where delivers and is_ordered
                    union all
                    select
                        xxhash64(order_group, group_key),
                        group_key,
                        null,
                        null,
                        null,
                        null,
                        null,
                        {{ delivery_event({
                            'at_us': 'at_us', 'rank': 'case when was_late then 2 else 0 end', 'intake': 'intake', 'place': 'place', 'kind': 'kind',
                            'from_number': as_integer('record.from_number'), 'to_number': 'coalesce(' ~ as_integer('record.to_number') ~ ', ' ~ as_integer('record.from_number') ~ ')',
                            'input': 'record', 'targets': 'targets',
                        }) }},
                        null
                    from addressed
                    where reason is null and not is_later
                    {% if batch.previous is not none -%}
                    union all
                    select
                        xxhash64(order_group, sequence_id),
                        sequence_id,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        attempt
                    from {{ this }}
                    where disposition = 'flight' and batch_group = {{ batch.previous }}
                    {%- endif %}
                ) as standing
                group by line_id, group_key
                having min(anchor) is not null
            ) as gathered
        ) as aggregated
    ) as concluded
{%- endmacro %}
