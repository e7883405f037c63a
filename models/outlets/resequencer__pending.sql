{#- What is ready waits for a tick, unless it waits for its whole sequence. -#}
{%- set ticking = [] -%}
{%- for name, group in order_groups().items() if group.heartbeat_us is not none and not group.holds_whole -%}
    {%- do ticking.append(sql_text(name)) -%}
{%- endfor -%}
with held as (

    select * from {{ with_contents(ref('resequencer__ledger')) }}
    where disposition = 'pending' and batch_group = {{ newest_batch_number() }}

),

final as (

    select
        {{ outlet_columns() }},
        reason,
        blocked_by,
        blocked_count,
        case
            {% if ticking -%}
            when is_ready and order_group in ({{ ticking | join(', ') }}) then concat('the next tick of the heartbeat, at ', {{ utc_text('due_at') }})
            {% endif -%}
            when reason = 'after_clock' then concat('a run whose clock has reached ', {{ utc_text('due_at') }})
            when reason = 'awaiting_confirmation'
                then concat(
                    'its successor, or whatever arrives next',
                    coalesce(concat(', or the end of its wait, at ', {{ utc_text('due_at') }}), '')
                )
            when reason = 'baking' then concat('its bake time, which ends at ', {{ utc_text('due_at') }})
            when reason = 'session_open' then concat('the end of its session, at ', {{ utc_text('due_at') }}, ' if nothing more comes')
            when reason = 'awaiting_acknowledgement'
                then concat('the acknowledgement of ', coalesce(concat('number ', blocked_by), 'the message before it'))
            when is_ready and reason in ('suspended', 'parked')
                then coalesce(
                    concat('a resume or skip of number ', blocked_by, ', whose delivery has failed'),
                    'a resume: the delivery of a message before it has failed'
                )
            when reason in ('suspended', 'waiting_for_predecessor') then concat(
                'number ', blocked_by, case when blocked_by < sequence_number - 1 then ' and what else is missing below it' else '' end,
                case
                    when reason = 'suspended' then ', or a decision about that'
                    else coalesce(concat(', or its bake time, which ends at ', {{ utc_text('due_at') }}), '')
                end
            )
        end as freed_by,
        held_ms,
        due_at
    from held

)

select * from final
