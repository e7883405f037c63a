{% macro life_after(state, event) -%}
    {#-
        The life of a component (row `life` of box_types) after an event: rules R7 to R14 of the MessageBox, as SQL. First what the event
        means (`told`: the instances it is about, what is wrong with it), then what becomes of instances, references and spells, each from
        what they were before. A message makes an instance (`founds`), or is added to those that are there.
    -#}
    {%- set s, e = state, event -%}
    {%- set is_held = 'i.state in (4, 32)' -%}
    {%- set is_target = 'array_contains(told.targets, ' -%}
    {%- set its = 'filter(' ~ s ~ '.instances, i -> i.instance = ' -%}
    {%- set waits_here = 'p.until_place is null and p.subscription = ' ~ e ~ '.subscription and p.correlation = ' ~ e ~ '.correlation' -%}
    {#- The line of a convoy is none that an unsubscribe ends. -#}
    {%- set is_left = 'p.instance = ' ~ e ~ '.instance and coalesce(p.subscription = ' ~ e ~ '.subscription, true) and coalesce(p.correlation = ' ~ e ~ ".correlation, p.correlation not like 'line %')" -%}
    {%- set is_meant = 'r.intake = ' ~ e ~ '.intake and r.place = ' ~ e ~ '.place and r.subscription = ' ~ e ~ ".subscription and r.queue = 'Q' and coalesce(r.instance = " ~ e ~ '.instance, true)' -%}
    {#- What is freed enters the queue; nobody reports of what is not acknowledged, so that is done with it. -#}
    {%- set freed = {
        'queue': "case when r.is_acknowledged then 'Q' else 'done' end", 'reason': 'null', 'enqueued_us': e ~ '.at.us',
        'suspended_us': 'null', 'settled_us': 'case when not r.is_acknowledged then ' ~ e ~ '.at.us end',
        'error_code': 'null', 'error_description': 'null',
        'entered_as': "case when r.instance = '' then " ~ entered_as(e ~ '.at') ~ ' end',
    } -%}
    {%- set done = {'queue': "'done'", 'reason': 'null', 'settled_us': e ~ '.at.us'} -%}
    {%- set is_freed = "r.queue = 'QS' and r.is_resumable and (" ~ e ~ ".what in ('resume', 'start') and " ~ is_target ~ 'r.instance) or '
        ~ e ~ ".what = 'start' and r.subscription = " ~ e ~ ".subscription and r.reason = 'subscription_stopped' and not exists(" ~ s ~ '.instances, i -> i.instance = r.instance and ' ~ is_held ~ '))' -%}
    {#- An instance that was made for one message ends with it, unless it waits for more. -#}
    {%- set ends_done = 'i.reference_count = 1 and not exists(' ~ s ~ '.spells, p -> p.until_place is null and p.instance = i.instance) and exists(' ~ s ~ ".refs, r -> r.instance = i.instance and r.queue <> 'done' and r.intake = i.founder.intake and r.place = i.founder.place and ("
        ~ e ~ ".what = 'delivered' and " ~ is_meant ~ ' or not r.is_acknowledged and ' ~ is_freed ~ '))' -%}
    {%- set leaves_zombie = e ~ ".what = 'complete' and exists(" ~ s ~ ".refs, r -> r.instance = i.instance and r.queue <> 'done' and r.is_acknowledged)" -%}
    {%- set is_removed = '(' ~ is_target ~ 'i.instance) and (' ~ e ~ ".what in ('terminate', 'unenlist') or " ~ e ~ ".what = 'complete' and not (" ~ leaves_zombie ~ ')) or ' ~ ends_done ~ ')' -%}
    {%- set state_after -%}
        case {{ e }}.what
            when 'ready' then 1
            when 'begin' then 2
            when 'dehydrate' then 8
            when 'break' then 64
            when 'suspend' then case when {{ e }}.is_resumable then 4 else 32 end
            when 'resume' then 1
            when 'start' then 256
            when 'failed' then 4
            when 'complete' then 32
            else i.state
        end
    {%- endset -%}
    {%- set founding_state = "case when told.founds and " ~ e ~ ".what = 'subscribe' then 8 when " ~ e ~ '.is_stopped then 4 else 256 end' -%}
    {%- set ends_at_once = e ~ ".what = 'message' and " ~ e ~ ".mode = 'plain' and not " ~ e ~ '.is_stopped and not ' ~ e ~ '.is_acknowledged' -%}
    transform(array(transform(array(named_struct(
        'targets', case
            when {{ e }}.what = 'message' and {{ e }}.mode = 'plain' then array({{ e }}.instance)
            when {{ e }}.what = 'message' and {{ e }}.mode = 'ordered' then array('')
            when {{ e }}.what = 'message' and {{ e }}.mode = 'line'
                then case when exists({{ s }}.spells, p -> {{ waits_here }}) then transform(filter({{ s }}.spells, p -> {{ waits_here }}), p -> p.instance) else array({{ e }}.instance) end
            when {{ e }}.what = 'message' then array_distinct(transform(filter({{ s }}.spells, p -> {{ waits_here }}), p -> p.instance))
            when {{ e }}.what in ('delivered', 'failed') then array_distinct(transform(filter({{ s }}.refs, r -> {{ is_meant }}), r -> r.instance))
            when {{ e }}.what = 'start'
                then transform(filter({{ s }}.instances, i -> i.subscription = {{ e }}.subscription and i.state = 4 and i.reason = 'subscription_stopped'), i -> i.instance)
            when {{ e }}.what = 'unenlist' then transform(filter({{ s }}.instances, i -> i.subscription = {{ e }}.subscription), i -> i.instance)
            else transform({{ its }}{{ e }}.instance), i -> i.instance)
        end,
        'founds', {{ e }}.what = 'message' and ({{ e }}.mode = 'plain' or {{ e }}.mode = 'line' and not exists({{ s }}.spells, p -> {{ waits_here }}))
            or {{ e }}.what = 'subscribe' and not exists({{ s }}.instances, i -> i.instance = {{ e }}.instance)
    )), t -> named_struct('targets', t.targets, 'founds', t.founds, 'problem', case
        when {{ e }}.what in ('message', 'start', 'unenlist') then null
        when {{ e }}.what in ('delivered', 'failed') then case when size(t.targets) = 0 then 'no_attempt' end
        when {{ e }}.what = 'subscribe' then case when exists({{ its }}{{ e }}.instance), i -> i.state = 32) then 'not_applicable' end
        when {{ e }}.what = 'unsubscribe'
            then case when not exists({{ s }}.spells, p -> p.until_place is null and {{ is_left }}) then 'not_applicable' end
        when size(t.targets) = 0 then 'unknown_instance'
        when {{ e }}.what = 'terminate' then null
        when {{ e }}.what = 'complete' then case when exists({{ its }}{{ e }}.instance), i -> i.state = 32) then 'not_applicable' end
        when {{ e }}.what = 'resume' then case when not exists({{ its }}{{ e }}.instance), i -> i.state = 4) then 'not_applicable' end
        when exists({{ its }}{{ e }}.instance), i -> {{ is_held }}) then 'not_applicable'
    end))[0]), told -> case
        when told.problem is not null then {{ box_with('life', s, {
            'answers': 'concat(' ~ s ~ '.answers, array(' ~ box_struct('answer', {'intake': e ~ '.input_intake', 'place': e ~ '.input_place', 'problem': 'told.problem'}) ~ '))',
        }) }}
        else named_struct(
            'instances', concat(
                transform(filter({{ s }}.instances, i -> not (told.founds and i.instance = {{ e }}.instance and {{ e }}.mode = 'plain') and not {{ is_removed }}), i -> {{ box_with('instance', 'i', {
                    'state': 'case when ' ~ is_target ~ 'i.instance) then ' ~ state_after ~ ' else i.state end',
                    'reason': 'case when not ' ~ is_target ~ 'i.instance) then i.reason when ' ~ e ~ ".what = 'suspend' then 'suspended' when " ~ e ~ ".what = 'failed' then 'delivery_failed' when "
                        ~ e ~ ".what = 'complete' then 'completed_with_discarded_messages' when " ~ e ~ ".what in ('resume', 'start', 'ready', 'begin', 'dehydrate', 'break') then null else i.reason end",
                    'changed_us': 'case when ' ~ is_target ~ 'i.instance) and ' ~ e ~ ".what not in ('message', 'delivered', 'subscribe', 'unsubscribe') then " ~ e ~ '.at.us else i.changed_us end',
                    'process_id': 'case when ' ~ is_target ~ 'i.instance) then case ' ~ e ~ ".what when 'begin' then " ~ e ~ ".process_id when 'break' then i.process_id when 'message' then i.process_id when 'delivered' then i.process_id when 'subscribe' then i.process_id when 'unsubscribe' then i.process_id end else i.process_id end",
                    'error_code': 'case when ' ~ is_target ~ 'i.instance) and ' ~ e ~ ".what in ('suspend', 'failed') then " ~ e ~ '.error_code when ' ~ is_target ~ 'i.instance) and ' ~ e ~ ".what in ('resume', 'start', 'complete') then null else i.error_code end",
                    'error_description': 'case when ' ~ is_target ~ 'i.instance) and ' ~ e ~ ".what in ('suspend', 'failed') then " ~ e ~ '.error_description when ' ~ is_target ~ 'i.instance) and ' ~ e ~ ".what in ('resume', 'start', 'complete') then null else i.error_description end",
                    'reference_count': 'i.reference_count + case when ' ~ e ~ ".what = 'message' and " ~ is_target ~ 'i.instance) then 1 else 0 end',
                }) }}),
                case when told.founds and not ({{ ends_at_once }}) then array({{ box_struct('instance', {
                    'instance': e ~ '.instance', 'founder': e ~ '.founder', 'subscription': e ~ '.subscription', 'version': e ~ '.version', 'state': founding_state,
                    'reason': 'case when ' ~ e ~ ".what = 'message' and " ~ e ~ ".is_stopped then 'subscription_stopped' end",
                    'created_us': e ~ '.at.us', 'changed_us': e ~ '.at.us', 'reference_count': 'case when ' ~ e ~ ".what = 'message' then 1 else 0 end",
                }) }}) else array() end
            ),
            'refs', concat(
                transform({{ s }}.refs, r -> case
                    when r.queue = 'done' then r
                    when {{ e }}.what = 'delivered' and {{ is_meant }} then {{ box_with('reference', 'r', done) }}
                    when {{ e }}.what = 'failed' and {{ is_meant }} then {{ box_with('reference', 'r', {
                        'queue': "'QS'", 'reason': "'delivery_failed'", 'is_resumable': 'true', 'suspended_us': e ~ '.at.us',
                        'error_code': e ~ '.error_code', 'error_description': e ~ '.error_description',
                    }) }}
                    when {{ e }}.what in ('terminate', 'unenlist') and {{ is_target }}r.instance) or {{ e }}.what = 'unenlist' and r.subscription = {{ e }}.subscription
                        then {{ box_with('reference', 'r', done) }}
                    when {{ e }}.what = 'complete' and {{ is_target }}r.instance) and not r.is_acknowledged then {{ box_with('reference', 'r', done) }}
                    when {{ e }}.what = 'complete' and {{ is_target }}r.instance) then {{ box_with('reference', 'r', {
                        'queue': "'QS'", 'reason': "'completed_with_discarded_messages'", 'is_resumable': 'false', 'suspended_us': e ~ '.at.us',
                        'error_code': 'null', 'error_description': 'null',
                    }) }}
                    when {{ is_freed }} then {{ box_with('reference', 'r', freed) }}
                    when {{ e }}.what in ('suspend', 'failed') and {{ is_target }}r.instance) and r.queue = 'Q' then {{ box_with('reference', 'r', {
                        'queue': "'QS'", 'reason': "'instance_suspended'", 'is_resumable': e ~ ".what = 'failed' or " ~ e ~ '.is_resumable', 'suspended_us': e ~ '.at.us',
                    }) }}
                    when {{ e }}.what = 'suspend' and {{ is_target }}r.instance) and not {{ e }}.is_resumable then {{ box_with('reference', 'r', {'is_resumable': 'false'}) }}
                    else r
                end),
                case when {{ e }}.what = 'message' then transform(
                    transform(told.targets, k -> named_struct(
                        'instance', k,
                        'held_in', case when not told.founds then get({{ its }}k), 0).state end,
                        'founder', case when told.founds then {{ e }}.founder else get({{ its }}k), 0).founder end
                    )),
                    k -> {{ box_struct('reference', {
                        'intake': e ~ '.intake', 'place': e ~ '.place', 'message_id': e ~ '.message_id', 'arrived_us': e ~ '.arrived_us',
                        'subscription': e ~ '.subscription', 'version': e ~ '.version', 'matched_group': e ~ '.matched_group', 'instance': 'k.instance',
                        'founder': 'k.founder', 'status_code': status_code_of(e), 'at_us': e ~ '.at.us',
                        'queue': 'case when ' ~ status_code_of(e) ~ " <> 1 then 'QS' when " ~ e ~ ".is_acknowledged then 'Q' else 'done' end",
                        'reason': 'case ' ~ status_code_of(e) ~ " when 2 then 'subscription_stopped' when 8 then 'instance_suspended' end",
                        'is_resumable': 'coalesce(k.held_in, 0) <> 32', 'enqueued_us': 'case when ' ~ status_code_of(e) ~ ' = 1 then ' ~ e ~ '.at.us end',
                        'suspended_us': 'case when ' ~ status_code_of(e) ~ ' <> 1 then ' ~ e ~ '.at.us end',
                        'settled_us': 'case when ' ~ status_code_of(e) ~ ' = 1 and not ' ~ e ~ '.is_acknowledged then ' ~ e ~ '.at.us end',
                        'is_acknowledged': e ~ '.is_acknowledged', 'is_new': 'true', 'routed_with': e ~ '.routed_with',
                        'entered_as': "case when k.instance = '' and " ~ status_code_of(e) ~ ' = 1 then ' ~ entered_as(e ~ '.at') ~ ' end',
                    }) }}
                ) else array() end
            ),
            'spells', concat(
                transform({{ s }}.spells, p -> case
                    when p.until_place is null and (
                        {{ e }}.what = 'message' and {{ e }}.is_once and {{ waits_here }}
                        or {{ e }}.what in ('complete', 'terminate', 'unenlist') and {{ is_target }}p.instance)
                        or {{ e }}.what = 'unsubscribe' and {{ is_left }}
                    ) then {{ box_with('spell', 'p', {'until_place': e ~ '.at'}) }}
                    else p
                end),
                case
                    when {{ e }}.what = 'message' and {{ e }}.mode = 'line' and told.founds
                        or {{ e }}.what = 'subscribe' and not exists({{ s }}.spells, p -> {{ waits_here }} and p.instance = {{ e }}.instance)
                        then array({{ box_struct('spell', {'instance': e ~ '.instance', 'subscription': e ~ '.subscription', 'correlation': e ~ '.correlation', 'from_place': e ~ '.at'}) }})
                    else array()
                end
            ),
            'steps', concat(
                {{ s }}.steps,
                transform(
                    filter({{ s }}.instances, i -> {{ is_removed }} or {{ is_target }}i.instance) and {{ e }}.what not in ('message', 'delivered', 'subscribe', 'unsubscribe')),
                    i -> {{ box_struct('step', {
                        'instance': 'i.instance', 'founder': 'i.founder', 'subscription': 'i.subscription', 'at_us': e ~ '.at.us', 'changed_by': e ~ '.said_by',
                        'state': 'case when ' ~ is_removed ~ ' then case when ' ~ e ~ ".what in ('terminate', 'unenlist') then 128 else 512 end else " ~ state_after ~ ' end',
                    }) }}
                ),
                case when told.founds then array({{ box_struct('step', {
                    'instance': e ~ '.instance', 'founder': e ~ '.founder', 'subscription': e ~ '.subscription', 'at_us': e ~ '.at.us', 'changed_by': 'coalesce(' ~ e ~ ".said_by, 'routing')",
                    'state': founding_state,
                }) }}) else array() end,
                case when told.founds and {{ ends_at_once }} then array({{ box_struct('step', {
                    'instance': e ~ '.instance', 'founder': e ~ '.founder', 'subscription': e ~ '.subscription', 'at_us': e ~ '.at.us', 'changed_by': "'routing'", 'state': 512,
                }) }}) else array() end
            ),
            'answers', case when {{ e }}.input_intake is null then {{ s }}.answers else concat({{ s }}.answers, array({{ box_struct('answer', {'intake': e ~ '.input_intake', 'place': e ~ '.input_place'}) }})) end
        )
    end)[0]
{%- endmacro %}
