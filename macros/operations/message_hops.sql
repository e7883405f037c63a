{% macro message_hops(message_id, ruleset=none, sequence=none) -%}
    {#-
        A query: the hops of a message, one row each, in order: ruleset, sequence_id, at, hop, what, batch_id. Those of all messages with this id,
        or of those of one ruleset and sequence. For `dbt show --inline`; `make why` prints it. It reads the ledger's history.
    -#}
    {%- set ledger, arrivals, attempts = model_relation('resequencer__ledger'), model_relation('resequencer__arrivals'), model_relation('resequencer__delivery_attempts') -%}
    {%- set found = model_relation('resequencer__find_subscriptions') -%}
    {%- if ledger is none -%}
        {%- do return('select null as hop where false') -%}
    {%- endif -%}
    {%- set asked = ['message_id = ' ~ sql_text(message_id)] -%}
    {%- for column, value in {'ruleset': ruleset, 'sequence_id': sequence}.items() if value is not none -%}{%- do asked.append(column ~ ' = ' ~ sql_text(value)) -%}{%- endfor -%}
    {%- set place = "concat('partition ', files.file_path, " ~ sql_text(' of ' ~ settings().landing.relation) ~ ')' if settings().landing.format == 'table' else 'files.file_path' -%}
    {%- set common = 'entries.ruleset, entries.sequence_id, entries.intake, entries.place' %}
    with entries as (
        {{ decided_messages(ledger) }} and {{ asked | join(' and ') }}
    ),

    hops as (
        {% if arrivals is not none and settings().arrivals_relation is none -%}
        select
            {{ common }}, 1 as step,
            files.file_modified_at as at,
            'landed' as hop,
            concat('in ', {{ place }}) as what,
            cast(null as bigint) as batch_id
        from entries
        inner join {{ arrivals }} as files on files.kind = 'file' and files.intake = entries.intake
        union all
        {% elif settings().arrivals_relation is not none -%}
        select {{ common }}, 1, cast(null as timestamp), 'landed', concat('in {{ settings().arrivals_relation }}, at ', {{ cursor_text('entries.intake') }}), cast(null as bigint)
        from entries
        union all
        {% endif -%}
        select
            {{ common }}, 2 as step,
            entries.arrived_at as at,
            'arrived' as hop,
            concat_ws(
                ', ', concat('as ', coalesce(cast(entries.sequence_number as string), entries.sort_key, 'no number'), ' of its sequence'),
                concat('epoch ', entries.epoch), case when entries.is_last then 'the last one' end,
                case
                    when entries.effective_arrived_at > entries.arrived_at
                        then concat('counts from ', {{ utc_text('entries.effective_arrived_at') }}, ' on: it landed after the clock had passed it')
                    when entries.effective_arrived_at < entries.arrived_at then 'and its time is not believed (max_ahead)'
                end
            ) as what,
            cast(null as bigint) as batch_id
        from entries
        union all
        {% if found is not none -%}
        select {{ common }}, 3, found.routed_at, 'routed', concat_ws(', ', concat('to ', found.subscription), concat('by its group ', found.matched_group)), found.batch_id
        from entries
        inner join {{ found }} as found on found.intake = entries.intake and found.place = entries.place
        union all
        {% endif -%}
        select
            {{ common }}, 4 as step,
            coalesce(entries.settled_at, batches.clock) as at,
            case when entries.disposition = 'pending' then 'held' else entries.disposition end as hop,
            concat_ws(
                ', ', entries.reason, entries.detail, concat(entries.late_by_ms, ' ms too late'), concat('at place ', entries.release_position, ' of its sequence'),
                concat('blocked by number ', entries.blocked_by), concat('due at ', {{ utc_text('entries.due_at') }}),
                concat('by batch ', entries.batch_id, ', whose clock was ', {{ utc_text('batches.clock') }})
            ) as what,
            entries.batch_id
        from entries
        left join (select batch_id, batch.clock from {{ ledger }} where disposition = 'batch') as batches on batches.batch_id = entries.batch_id
        {% if attempts is not none -%}
        union all
        select
            ruleset, sequence_id, null as intake, null as place, 4 + attempt as step,
            coalesce(sent_at, begun_at) as at,
            'handed on' as hop,
            concat_ws(', ', concat('attempt ', attempt), concat('to ', consumer), outcome, concat('reported at ', {{ utc_text('at') }}), detail) as what,
            batch_id
        from {{ attempts }}
        where {{ asked | join(' and ') }}
        {% endif %}
    )

    select
        ruleset,
        sequence_id,
        at,
        hop,
        what,
        batch_id
    from hops
    order by ruleset, sequence_id, intake nulls last, place, step
{%- endmacro %}
