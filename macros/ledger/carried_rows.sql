{% macro carried_rows(batch) -%}
    {#-
        Pending messages, heads and skipped ranges of the previous batch; of closed sequences only those that
        something has arrived for, or that something still waits in (for the clock, for a tick, as a claim), as the newest
        batch that touched them left them; of a sequence that has begun anew the newest epoch. Claims mean nothing
        once no ruleset claims.
    -#}
    select * from {{ this if batch.previous is not none else '(select ' ~ ledger_row({}) ~ ')' }}
    where
        {% if batch.previous is not none -%}
        disposition in ('pending', 'head', 'gap'{{ ", 'claim'" if _any_group('claims') }}{{ ", 'left'" if _any_group('session_us') }}{{ ", 'fill'" if _fills() }}) and batch_group = {{ batch.previous }}
        {%- else -%}
        false
        {%- endif %}
    {% if batch.has_closed %}
    union all
    select touched.* except (newest)
    from (
        select
            closed.*,
            max(struct(closed.epoch, closed.batch_id)) over (partition by closed.order_group, closed.sequence_id) as newest
        from {{ this }} as closed
        left semi join (
            select order_group, group_key from arriving
            union all
            select order_group, sequence_id from {{ this }}
            where disposition in ('pending', 'claim') and batch_group = {{ batch.previous }}
            {%- if has_inputs() %}
            union all
            select
                stated_line.order_group,
                stated_line.group_key
            from reported
            where kind = 'action' and fault is null
            union all
            select order_group, group_key from ({{ in_delivery_rows(batch) }})
            left semi join reported
                on reported.kind = 'delivery' and reported.record.message_id = message_id
            {%- endif %}
        ) as touching
            on closed.order_group = touching.order_group and closed.sequence_id = touching.group_key
        where closed.disposition = 'closed'
    ) as touched
    {% if _has_epochs() -%}
    left anti join (
        select order_group, sequence_id from {{ this }}
        where disposition = 'head' and batch_group = {{ batch.previous }}
    ) as begun_anew
        on touched.order_group = begun_anew.order_group and touched.sequence_id = begun_anew.sequence_id
    {% endif -%}
    where struct(epoch, batch_id) = newest
    {% endif %}
{%- endmacro %}
