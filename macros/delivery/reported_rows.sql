{% macro reported_rows(batch) -%}
    {#-
        One row per delivery and action taken in by this batch, or carried because it was later than the clock. at_us: when it
        counts as having happened, as of an arrival not before the clock of the run before; was_late: it came after all that
        run did. An action is known by its id, whenever it came; that a delivery counts once is for delivery_rows to see. fault: as input_fault has it.
        stated_line: which sequence it names (order_group, group_key), as an action has to and a delivery may.
    -#}
    {%- set inputs = ref('resequencer__inputs') -%}
    {%- set clock_before = 'clock_before' if batch.is_rebuild else batch.previous_clock_us if batch.previous_clock_us is not none else 'cast(null as bigint)' -%}
    {%- set only = settings().rulesets[0].name if settings().rulesets | length == 1 else none -%}
    select
        * except (identity, repeat, first_record, is_old, stated_us),
        case
            when kind = 'action' or (record.sequence_id is not null and ruleset is not null)
                then struct({{ by_ruleset('order_group') }} as order_group, coalesce(record.sequence_id, '') as group_key)
        end as stated_line,
        case when repeat = 1 then {{ input_fault() }} else named_struct('reason', 'repeated_action_id', 'detail', 'another action has this id') end as fault
    from (
        select
            *,
            row_number() over (partition by kind, identity order by intake asc, place asc, is_old asc) as repeat,
            first_value(record) over (partition by kind, identity order by intake asc, place asc, is_old asc) as first_record
        from (
            select
                kind,
                record,
                raw_record,
                coalesce(record.ruleset, {{ sql_text(only) }}) as ruleset,
                intake,
                place,
                stated_us,
                greatest(stated_us, clock_before) as at_us,
                coalesce(stated_us <= clock_before, false) as was_late,
                is_old,
                case
                    when kind = 'action' and record.action_id is not null then array(record.action_id)
                    else array(cast(intake as string), cast(place as string))
                end as identity
            from (
                {% if batch.inputs_to is not none -%}
                select
                    inputs.kind,
                    inputs.record,
                    inputs.raw_record,
                    inputs.intake,
                    inputs.place,
                    unix_micros({{ as_utc_timestamp('inputs.record.`at`') }}) as stated_us,
                    {{ clock_before }} as clock_before,
                    {{ 'inputs.intake <= ' ~ batch.inputs_from if batch.inputs_from is not none and not batch.is_rebuild else 'false' }} as is_old
                from {{ inputs }} as inputs
                {% if batch.is_rebuild -%}
                {{ clocks_before(batch, 'inputs', 'inputs') }}
                {% endif -%}
                where
                    inputs.kind in ('delivery', 'action', 'unreadable') and inputs.intake <= {{ batch.inputs_to }}
                    -- What is reported of resend requests is theirs.
                    and ({{ is_request('inputs.record.message_id') }}) is distinct from true
                    {% if batch.inputs_from is not none and not batch.is_rebuild -%}
                    and (inputs.intake > {{ batch.inputs_from }} or inputs.kind = 'action')
                    {%- endif %}
                union all
                {% endif -%}
                select
                    reason as kind,
                    input as record,
                    raw_record,
                    intake,
                    place,
                    unix_micros(effective_arrived_at) as stated_us,
                    cast(null as bigint) as clock_before,
                    false as is_old
                from {{ this if batch.previous is not none else '(select ' ~ ledger_row({}) ~ ')' }}
                where {{ "disposition = 'input' and batch_group = " ~ batch.previous if batch.previous is not none else 'false' }}
            ) as stated
        ) as identified
    ) as numbered
    where not is_old and (repeat = 1 or (kind = 'action' and first_record <> record))
{%- endmacro %}
