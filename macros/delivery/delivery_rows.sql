{% macro delivery_rows(source, batch) -%}
    {#-
        What becomes of messages after their turn, one row per message sent, and one (anchor: the line's head, else its first
        message) with all else that is to be remembered of the line: gate, facts.
        A fold over the deliveries and actions of each line, in order of time; at one time what had been reported before
        (was_late: afterwards) is known as messages are sent. Up to each event, messages whose turn has come are sent, as
        long as nothing holds them: with acknowledgements one, else all. In the fold every step has these phases:
          ready    which messages are sent before the event; not those whose turn it set off itself (set_off_by), or what
                   was reported with it afterwards and stands behind it
          send     they are in flight
          find     which attempt the event is about: of a delivery the last one sent of its message
          end      whether the event ends an epoch; only where anything may
          settle   what else the event does
        Spark copies the state at each of them, all that is in it. So what every message does is kept in it as numbers, and
        written out at the end, or where something else asks:
          sent             when each message was sent, as far down the line as they have been; null: it will not be
          aloft            the first attempts that wait for an outcome, by the place of their message in `messages`
          settled, settled_by   those that were delivered, likewise, and the places of these deliveries in `events`
        What happens besides is there as attempts (attempt_fields): flights, stops, facts.
        A delivery that was counted before (told) is of no attempt. An epoch ends as an operator or a failed delivery ends it
        (terminate, close), or as nothing has come for too long; then nothing of it is sent any more.
    -#}
    {%- set same = 'other -> other.intake = state.hit.intake and other.place = state.hit.place' -%}
    {%- set other = 'other -> not (other.intake = state.hit.intake and other.place = state.hit.place)' -%}
    {%- set in_range = 'number between event.from_number and event.to_number' -%}
    {%- set reported = {'input': 'event.input', 'input_intake': 'event.intake', 'input_place': 'event.place'} -%}
    {%- set telling = telling_of('event.input') -%}
    {%- set settled = dict(reported, told="array_append(coalesce(state.hit.told, array()), " ~ telling ~ ')', fact="'attempt'", outcome='event.input.outcome', at_us='event.at_us', detail='event.input.detail') -%}
    {#- Other attempts of the message have then been told of it, too; once it is delivered nothing waits for them. -#}
    {%- set goes_on = "event.input.outcome <> 'delivered'" -%}
    {%- set left_flying = 'transform(filter(state.flights, other -> not (other.intake = state.hit.intake and other.place = state.hit.place and other.attempt = state.hit.attempt)),'
        ~ ' other -> case when other.intake = state.hit.intake and other.place = state.hit.place then ' ~ attempt_of('other', {'told': settled.told, 'holds': goes_on ~ ' and other.holds', 'decides': goes_on ~ ' and other.decides'}) ~ ' else other end)' -%}
    {%- set dead = dict(settled, fact="'dead_letter'") -%}
    {%- set again = dict(reported, fact="'flight'", reason='cast(null as string)', outcome='cast(null as string)', at_us='cast(null as bigint)', detail='cast(null as string)', sent_us='event.at_us') -%}
    {%- set applied = attempt_of(none, dict(reported, fact="'applied'", at_us='event.at_us')) -%}
    {%- set has_begun = "(head_state is not null or begun_us < event.at_us or (begun_us = event.at_us and event.rank = 2))" -%}
    {%- set none_of = 'cast(array() as array<' ~ attempt_type() ~ '>)' -%}
    {%- set by_sent = '(one, other) -> case when struct(one.sent_us, one.attempt) < struct(other.sent_us, other.attempt) then -1 when struct(one.sent_us, one.attempt) > struct(other.sent_us, other.attempt) then 1 else 0 end' -%}
    {%- set named_attempt = as_integer('event.input.attempt') -%}
    {%- set takes_place = 'exists(' ~ flying() ~ ', other -> other.intake = target.intake and other.place = target.place and other.' -%}
    {%- set is_hit = '(messages[turn].intake = state.hit.intake and messages[turn].place = state.hit.place)' -%}
    {%- set sendable = "concat(event.targets, filter(transform(state.sent, (us, turn) -> case when us is not null then " ~ attempt_of('messages[turn].attempt', {'sent_us': 'us'}) ~ ' end), sent -> sent is not null))' -%}
    {%- set of_target = 'filter(concat(' ~ flying() ~ ', ' ~ delivered_at_once() ~ ', state.facts), other -> other.intake = target.intake and other.place = target.place)' -%}
    {%- set is_sent_again = 'coalesce(' ~ resendable('other') ~ ', false)' -%}
    {%- set is_given_up = 'exists(state.stops, stop -> stop.' ~ in_range ~ ' and stop.intake = flight.intake and stop.place = flight.place)' -%}
    {#- Of an attempt that does not decide, or of an epoch that has ended, a failure stops nothing. -#}
    {%- set stops_nothing = '(not state.hit.decides or exists(state.ends, other -> other.epoch = state.hit.epoch))' -%}
    {%- set terminates = _any_group('on_failure', 'terminate') -%}
    {%- set phases = ["'ready'", "'send'", "'find'"] + (["'end'"] if settings().actions is not none or _any_group('expire_us') or terminates else []) + ["'settle'"] -%}
    {%- set takes_actions = settings().actions is not none -%}
    {%- set expires = _any_group('expire_us') -%}
    {%- set position = 'struct(' ~ intake_of_input('event.intake', 'event.rank = 2') ~ ' as intake, event.place as place)' -%}
    {%- set moment = moment_of_event() -%}
    {%- set fills_any = 'array_contains(filling, ' ~ position ~ ')' -%}
    {%- set has_epochs = _has_epochs() -%}
    {#- An action or a silence is about the epoch of its moment: the newest, and one more for each opening before it. -#}
    {%- set newest_epoch = 'coalesce(newest_epoch, head_state.epoch, 1)' if has_epochs else '1' -%}
    {%- set of_epoch = dict(epoch=newest_epoch ~ (' + size(filter(openings, opening -> opening < ' ~ moment ~ '))' if has_epochs)) -%}
    {%- for field in delivery_event_fields() if field != 'epoch' -%}{%- do of_epoch.update({field: 'event.' ~ field}) -%}{%- endfor -%}
    {%- set fills = _fills() -%}
    {%- set is_due = '(greatest(waiting.due_us, state.open_us) < event.at_us or (greatest(waiting.due_us, state.open_us) = event.at_us and event.rank > 0'
        ~ (' and (event.rank = 3 or coalesce(waiting.set_off_by < ' ~ position ~ ', true))' if fills) ~ '))' -%}
    {#- Turns come in the order of the line: where the last of so many has not come, none behind it has. -#}
    {%- set looked_at = 4 -%}
    {%- set real = ' and not is_fill' if fills else '' -%}
    {%- set epoch_of_row = 'epoch' if _has_epochs() else 'cast(1 as bigint)' -%}
    select
        line_id as delivery_line_id,
        group_key as delivery_group_key,
        inline(concat(
            filter(transform(sent, (us, turn) -> case when us is not null then named_struct(
                'sent_intake', messages[turn].intake, 'sent_place', messages[turn].place, 'sent_us', us,
                'gate', case when struct(messages[turn].intake, messages[turn].place) <=> anchor then gate end,
                'facts', case when struct(messages[turn].intake, messages[turn].place) <=> anchor then facts end
            ) end), sent -> sent is not null),
            case
                when array_contains(transform(sent, (us, turn) -> us is not null and struct(messages[turn].intake, messages[turn].place) <=> anchor), true) then array()
                else array(named_struct('sent_intake', anchor.intake, 'sent_place', anchor.place, 'sent_us', cast(null as bigint), 'gate', gate, 'facts', facts))
            end
        ))
    from (
        select
            line_id,
            group_key,
            anchor,
            messages,
            folded.sent,
            named_struct(
                'open_us', folded.open_us,
                'waiting', cast(size(messages) - size(folded.sent) as bigint),
                'awaited', case when is_acknowledged then try_element_at(filter({{ flying('folded') }}, flight -> flight.holds), 1).number end,
                'is_awaiting', is_acknowledged and (size(folded.aloft) > 0 or exists(folded.flights, flight -> flight.holds)),
                'stops', folded.stops,
                'ends', folded.ends,
                'last_arrival_us', {{ 'last_arrival_us' if expires else 'cast(null as bigint)' }},
                'expires_us', {{ 'case when not exists(folded.ends, other -> other.epoch = newest_of_all) then expires_us end' if expires else 'cast(null as bigint)' }}
            ) as gate,
            concat({{ delivered_at_once('folded') }}, folded.facts, {{ flying('folded') }}) as facts
        from (
            {% if takes_actions or expires -%}
            select
                * except (events),
                transform(
                    {{ "array_sort(concat(events, transform(filter(silences, us -> us <= " ~ batch.clock_us ~ "), us -> " ~ delivery_event({'at_us': 'us', 'rank': -1, 'kind': "'expire'"}) ~ ")))" if expires else 'events' }},
                    event -> {{ delivery_event(of_epoch) }}
                ) as events
                {%- if expires %},
                try_element_at(silences, -1) as expires_us,
                {{ newest_epoch }}{{ ' + size(openings)' if has_epochs }} as newest_of_all
                {%- endif %}
            from (
            {% endif -%}
            {% if expires -%}
            select
                *,
                -- When it had been silent for too long: between two arrivals, and after the last.
                aggregate(
                    new_arrivals,
                    named_struct('last_us', coalesce(head_state.gate.last_arrival_us, head_state.updated_us), 'silences', cast(array() as array<bigint>)),
                    (silence, us) -> named_struct(
                        'last_us', greatest(silence.last_us, us),
                        'silences', case when us >= silence.last_us + expire_us then array_append(silence.silences, silence.last_us + expire_us) else silence.silences end
                    ),
                    silence -> case when silence.last_us is null then silence.silences else array_append(silence.silences, silence.last_us + expire_us) end
                ) as silences,
                greatest(head_state.gate.last_arrival_us, array_max(new_arrivals)) as last_arrival_us
            from (
            {% endif -%}
            select
                line_id,
                group_key,
                min(anchor) as anchor,
                max(is_acknowledged) as is_acknowledged,
                max(on_failure) as on_failure,
                array_sort(collect_list(message)) as messages,
                max(head_state) as head_state,
                {% if has_epochs -%}
                max(newest_epoch) as newest_epoch,
                coalesce(max(openings), cast(array() as array<struct<arrival_us: bigint, intake: bigint, place: bigint>>)) as openings,
                {% endif -%}
                {% if fills -%}
                collect_set(filling) as filling,
                max(filled_to_last_at) as filled_to_last_at,
                {% endif -%}
                {% if takes_actions -%}
                min(begun_us) as begun_us,
                {% endif -%}
                {% if expires -%}
                max(expire_us) as expire_us,
                array_sort(collect_list(new_arrival_us)) as new_arrivals,
                {% endif -%}
                array_sort(collect_list(event)) as events,
                array_sort(collect_list(flight), {{ by_sent }}) as head_flights
            from (
                select
                    line_id,
                    group_key,
                    is_acknowledged,
                    on_failure,
                    case when kind in ('head', 'message', 'due'){{ real }} then struct(intake, place) end as anchor,
                    {% if expires -%}
                    expire_us,
                    case when kind = 'message' and is_new{{ real }} then arrival_us end as new_arrival_us,
                    {% endif -%}
                    {% if has_epochs -%}
                    newest_epoch,
                    openings,
                    {% endif -%}
                    -- Of a sequence that begins anew the head is not of before.
                    case when kind = 'head' and arrival_us is null then struct(
                        {{ epoch_of_row }} as epoch, head.gate as gate, head.closed_us as closed_us, head.updated_us as updated_us,
                        case when threshold >= last_number then last_at.arrival_us end as final_us
                    ) end as head_state,
                    {% if fills -%}
                    case when is_fill and is_in_line and is_new then struct(intake, place) end as filling,
                    case when is_fill and has_turn and number >= last_number then greatest(left_at, last_at) end as filled_to_last_at,
                    {% endif -%}
                    {% if takes_actions -%}
                    case when kind = 'message'{{ real }} then arrival_us end as begun_us,
                    {% endif -%}
                    case when has_turn{{ real }}{{ " and (verdict = 'released' or not holds_whole)" if _any_group('holds_whole') }} then named_struct(
                        'epoch', {{ epoch_of_row }}, 'number', number, 'kind', kind,
                        'arrival_us', arrival_us, 'intake', intake, 'place', place, 'due_us', {{ leaving_us() }},
                        'is_reported', is_reported,
                        {% if fills -%}
                        'set_off_by', case when left_at.arrival_us = {{ leaving_us() }} and left_at.intake > 2305843009213693952 then struct(left_at.intake, left_at.place) end,
                        {% endif -%}
                        'final_us', case when number >= last_number then last_at.arrival_us end,
                        'attempt', {{ attempt_of(none, {
                            'fact': "'flight'", 'number': ('case when key_value is null then ' ~ as_published('number') ~ ' end') if _has_ranked_keys() else as_published('number'),
                            'intake': 'intake', 'place': 'place', 'message_id': 'message.message_id', 'ruleset': 'message.ruleset',
                            'epoch': 'epoch' if _has_epochs() else '1', 'attempt': '1', 'holds': 'is_acknowledged', 'decides': 'true',
                        }) }}
                    ) end as message,
                    cast(null as {{ delivery_event_type() }}) as event,
                    cast(null as {{ attempt_type() }}) as flight
                from {{ source }}
                where delivers and is_ordered
                {% if has_inputs() -%}
                union all
                select
                    xxhash64(order_group, group_key),
                    group_key,
                    null,
                    null,
                    null,
                    {{ 'null, null,' if expires }}
                    {{ 'null, null,' if has_epochs }}
                    null,
                    {{ 'null, null,' if fills }}
                    {{ 'null,' if takes_actions }}
                    null,
                    {{ delivery_event({
                        'at_us': 'at_us', 'rank': 'case when was_late then 2 else 0 end', 'intake': 'intake', 'place': 'place', 'kind': 'kind',
                        'from_number': as_integer('record.from_number'), 'to_number': 'coalesce(' ~ as_integer('record.to_number') ~ ', ' ~ as_integer('record.from_number') ~ ')',
                        'input': 'record', 'targets': 'targets', 'epoch': '1',
                    }) }},
                    null
                from addressed
                where reason is null and not is_later
                {% endif -%}
                {% if batch.previous is not none -%}
                union all
                select
                    xxhash64(order_group, sequence_id),
                    sequence_id,
                    null,
                    null,
                    null,
                    {{ 'null, null,' if expires }}
                    {{ 'null, null,' if has_epochs }}
                    null,
                    {{ 'null, null,' if fills }}
                    {{ 'null,' if takes_actions }}
                    null,
                    null,
                    attempt
                from {{ this }}
                where disposition = 'flight' and batch_group = {{ batch.previous }}
                {%- endif %}
            ) as standing
            group by line_id, group_key
            having min(anchor) is not null
            {%- if expires %}
            ) as silent
            {%- endif %}
            {%- if takes_actions or expires %}
            ) as turning
            {%- endif %}
        ) as gathered
        -- A generator: an expression Spark would work out once for each of its fields.
        lateral view inline(array(
            aggregate(
                array_append(events, {{ delivery_event({'at_us': batch.clock_us, 'rank': 3}) }}),
                named_struct(
                    'sent', transform(filter(messages, message -> exists(head_state.gate.ends, other -> other.epoch = message.epoch)), message -> cast(null as bigint)),
                    'open_us', head_state.gate.open_us,
                    'aloft', cast(array() as array<int>), 'settled', cast(array() as array<int>), 'settled_by', cast(array() as array<int>),
                    'stops', coalesce(head_state.gate.stops, {{ none_of }}), 'flights', head_flights, 'facts', {{ none_of }},
                    'ends', coalesce(head_state.gate.ends, cast(array() as array<{{ end_type() }}>)), 'event_count', 0, 'ready', slice(messages, 1, 0), 'hit', cast(null as {{ attempt_type() }})
                ),
                (before, event) -> aggregate(
                    array({{ phases | join(', ') }}), before,
                    (state, phase) -> case
                        {% if expires -%}
                        when phase = 'end' and event.kind = 'expire' and not {{ has_ended('event.epoch') }} then {{ delivery_state(ended('event.epoch', "'expiration'")) }}
                        {% endif -%}
                        {% if takes_actions -%}
                        when phase = 'end' and event.input.action in ('terminate', 'close') and {{ has_begun }} and not {{ has_ended('event.epoch') }} then {{ delivery_state(dict(ended('event.epoch', "case when event.input.action = 'terminate' then 'exception' else 'completion' end"), facts='array_append(state.facts, ' ~ applied ~ ')')) }}
                        {% if has_epochs -%}
                        when phase = 'end' and event.input.action = 'reset' and array_contains(openings, {{ moment }}) then {{ delivery_state(dict(ended('event.epoch', "'completion'"),
                            facts='array_append(state.facts, ' ~ applied ~ ')',
                            ends='case when ' ~ has_ended('event.epoch') ~ ' then state.ends else ' ~ ended('event.epoch', "'completion'").ends ~ ' end'
                        )) }}
                        {% endif -%}
                        when phase = 'end' and event.input.action in ('terminate', 'close', 'reset') then {{ delivery_state({
                            'facts': 'array_append(state.facts, ' ~ attempt_of(none, dict(reported, fact="'rejected'", reason="case when " ~ has_begun ~ " then 'not_applicable' else 'unknown_sequence' end", at_us='event.at_us', detail="case when " ~ has_begun ~ " then case when event.input.action = 'reset' then 'no sequence of this ruleset begins at such a number' else 'the sequence has ended' end else 'nothing of it has come yet' end")) ~ ')',
                        }) }}
                        when phase = 'settle' and event.kind = 'action' and event.input.action not in ('terminate', 'close', 'reset') and not {{ has_begun }} then {{ delivery_state({
                            'facts': 'array_append(state.facts, ' ~ attempt_of(none, dict(reported, fact="'rejected'", reason="'unknown_sequence'", at_us='event.at_us', detail="'nothing of it has come yet'")) ~ ')',
                        }) }}
                        {% endif -%}
                        {% if terminates -%}
                        when phase = 'end' and event.input.outcome = 'failed' and on_failure = 'terminate' and state.hit.decides and not {{ has_ended('state.hit.epoch') }}
                            then {{ delivery_state(ended('state.hit.epoch', "'exception'")) }}
                        {% endif -%}
                        when phase = 'ready' then {{ delivery_state({'ready': "case
                            when size(state.stops) > 0 or (is_acknowledged and size(state.aloft) > 0) or exists(state.flights, flight -> flight.holds) then slice(messages, 1, 0)
                            else filter(
                                slice(messages, size(state.sent) + 1, case
                                    when is_acknowledged then 1
                                    when " ~ is_due.replace('waiting.', 'try_element_at(messages, size(state.sent) + ' ~ looked_at ~ ').') ~ " then size(messages)
                                    else " ~ looked_at ~ "
                                end),
                                waiting -> " ~ is_due ~ "
                            )
                        end", 'event_count': 'state.event_count + 1'}) }}
                        when phase = 'send' and size(state.ready) > 0 then {{ delivery_state({
                            'sent': 'concat(state.sent, transform(state.ready, waiting -> greatest(waiting.due_us, state.open_us)))',
                            'aloft': "case when state.ready[0].is_reported then concat(state.aloft, sequence(size(state.sent), size(state.sent) + size(state.ready) - 1)) else state.aloft end",
                        }) }}
                        when phase = 'find' then {{ delivery_state({'hit': "case
                            when event.kind = 'delivery' then try_element_at(array_sort(concat(
                                filter(state.flights, flight -> flight.message_id = event.input.message_id and coalesce(flight.attempt = " ~ named_attempt ~ ", true) and not coalesce(array_contains(flight.told, " ~ telling ~ "), false)),
                                transform(filter(state.aloft, turn -> messages[turn].attempt.message_id = event.input.message_id and coalesce(" ~ named_attempt ~ " = 1, true)), turn -> " ~ attempt_of('messages[turn].attempt', {'sent_us': 'state.sent[turn]'}) ~ ")
                            ), " ~ by_sent ~ "), -1)
                            when event.input.action = 'resume' then try_element_at(array_sort(filter(
                                state.stops,
                                stop -> not exists(state.flights, flight -> flight.holds and flight.intake = stop.intake and flight.place = stop.place)
                                    and coalesce(stop." ~ in_range ~ ", true)
                            )), 1)
                        end"}) }}
                        when phase = 'settle' and event.kind = 'delivery' and state.hit is null
                            then {{ delivery_state({'facts': 'array_append(state.facts, ' ~ attempt_of(none, dict(reported, fact="'rejected'", reason="'no_attempt'", at_us='event.at_us', detail="concat('nothing sent of ', event.input.message_id, ' waits for an outcome')")) ~ ')'}) }}
                        when phase = 'settle' and event.input.outcome = 'delivered' and exists(state.aloft, turn -> {{ is_hit }}) then {{ delivery_state({
                            'aloft': 'filter(state.aloft, turn -> not ' ~ is_hit ~ ')',
                            'settled': 'concat(state.settled, filter(state.aloft, turn -> ' ~ is_hit ~ '))',
                            'settled_by': 'array_append(state.settled_by, state.event_count - 1)',
                            'open_us': 'event.at_us',
                        }) }}
                        when phase = 'settle' and event.input.outcome = 'delivered' then {{ delivery_state({
                            'facts': 'array_append(state.facts, ' ~ attempt_of('state.hit', settled) ~ ')',
                            'flights': left_flying,
                            'stops': 'filter(state.stops, ' ~ other ~ ')',
                            'open_us': 'event.at_us',
                        }) }}
                        when phase = 'settle' and event.kind = 'delivery' then {{ delivery_state({
                            'facts': "concat(state.facts, array(" ~ attempt_of('state.hit', settled) ~ "), case
                                when not state.hit.decides then " ~ none_of ~ "
                                when on_failure = 'fail' then raise_error(concat('The delivery of message ', state.hit.message_id, ' of ruleset ', state.hit.ruleset, ' has failed: ', coalesce(event.input.detail, 'no detail'), '. on_failure is fail. It may be: suspend, dead_letter, park or terminate.'))
                                when on_failure = 'dead_letter' or (on_failure = 'park' and not exists(state.stops, " ~ same ~ ")) then array(" ~ attempt_of('state.hit', dead) ~ ")
                                else " ~ none_of ~ "
                            end)",
                            'flights': left_flying,
                            'aloft': 'filter(state.aloft, turn -> not ' ~ is_hit ~ ')',
                            'stops': "case
                                when " ~ stops_nothing ~ " then state.stops
                                when on_failure in ('dead_letter', 'terminate') then filter(state.stops, " ~ other ~ ")
                                else array_append(filter(state.stops, " ~ other ~ "), " ~ attempt_of('state.hit', dict(settled, fact="'stop'", reason="case when on_failure = 'park' then 'parked' else 'suspended' end")) ~ ")
                            end",
                            'open_us': 'event.at_us',
                        }) }}
                        when phase = 'settle' and event.kind = 'expire' then state
                        when phase = 'settle' and event.input.action = 'resume' and state.hit is not null then {{ delivery_state({
                            'facts': 'array_append(state.facts, ' ~ applied ~ ')',
                            'flights': 'array_append(state.flights, ' ~ attempt_of('state.hit', dict(again, attempt='state.hit.attempt + 1', holds='true', decides='true')) ~ ')',
                        }) }}
                        {% if fills -%}
                        when phase = 'settle' and event.input.action in ('skip', 'gap_fill') and {{ fills_any }}
                            and not (event.input.action = 'skip' and exists(state.stops, stop -> stop.{{ in_range }})) and not {{ has_ended('event.epoch') }}
                            then {{ delivery_state({'facts': 'array_append(state.facts, ' ~ applied ~ ')'}) }}
                        {% endif -%}
                        when phase = 'settle' and event.input.action = 'skip' and exists(state.stops, stop -> stop.{{ in_range }}) then {{ delivery_state({
                            'facts': 'array_append(state.facts, ' ~ applied ~ ')',
                            'flights': 'transform(' ~ flying() ~ ', flight -> ' ~ attempt_of('flight', {'holds': 'flight.holds and not ' ~ is_given_up, 'decides': 'flight.decides and not ' ~ is_given_up}) ~ ')',
                            'aloft': 'cast(array() as array<int>)',
                            'stops': 'filter(state.stops, stop -> not stop.' ~ in_range ~ ')',
                            'open_us': 'event.at_us',
                        }) }}
                        when phase = 'settle' and event.input.action = 'resend' and exists({{ sendable }}, target -> {{ resendable('target') }}) then {{ delivery_state({
                            'facts': 'array_append(state.facts, ' ~ applied ~ ')',
                            'flights': 'concat(transform(' ~ flying() ~ ', other -> ' ~ attempt_of('other', {'holds': 'other.holds and not ' ~ is_sent_again, 'decides': 'other.decides and not ' ~ is_sent_again}) ~ "), transform(
                                filter(" ~ sendable ~ ", target -> " ~ resendable('target') ~ "),
                                target -> " ~ attempt_of('target', dict(again, holds=takes_place ~ 'holds)', decides=takes_place ~ 'decides)', attempt='1 + greatest(target.attempt, array_max(transform(' ~ of_target ~ ', other -> other.attempt)))', told='flatten(array_append(transform(' ~ of_target ~ ', other -> coalesce(other.told, array())), coalesce(target.told, array())))')) ~ "
                            ))",
                            'aloft': 'cast(array() as array<int>)',
                        }) }}
                        when phase = 'settle' and event.kind = 'action' and event.input.action not in ('terminate', 'close', 'reset') then {{ delivery_state({
                            'facts': 'array_append(state.facts, ' ~ attempt_of(none, dict(reported, fact="'rejected'", reason="'not_applicable'", at_us='event.at_us', detail="concat('there is nothing to ', event.input.action)")) ~ ')',
                        }) }}
                        else state
                    end
                )
            )
        )) folded
    ) as concluded
{%- endmacro %}
