{{ config(materialized='view') }}

{%- set rulesets = settings().rulesets -%}
{%- set columns = namespace(key=[], group=[], has_group=[], order_group=[]) -%}
{%- for ruleset in rulesets -%}
    {%- do columns.key.append(template_expression(ruleset.key)) -%}
    {%- do columns.group.append(template_expression(ruleset.group_by)) -%}
    {%- do columns.has_group.append('false' if ruleset.group_by == '' else 'true') -%}
    {%- do columns.order_group.append(sql_text(ruleset.order_group)) -%}
{%- endfor -%}

with records as (

    select * from {{ ref('stg_resequencer__records') }}

),

matched as (

    -- One row per message, with the first ruleset it matches; none: nohit.
    select
        *,
        case
            {% for ruleset in rulesets -%}
            when {{ matches_ruleset(ruleset.match) }} then {{ sql_text(ruleset.name) }}
            {% endfor -%}
        end as ruleset
    from records

),

keyed as (

    select
        *,
        case when ruleset is not null then {{ by_ruleset(rulesets, columns.order_group) }} end as order_group,
        {{ by_ruleset(rulesets, columns.group) }} as rendered_group,
        {{ by_ruleset(rulesets, columns.has_group) }} as has_group,
        nullif({{ by_ruleset(rulesets, columns.key) }}, '') as sort_key
    from matched

),

numbered as (

    select
        keyed.*,
        order_groups.is_sequence,
        order_groups.start_number,
        order_groups.step,
        {{ as_integer('keyed.sort_key') }} as key_number
    from keyed
    left join ({{ order_groups_relation() }}) as order_groups
        on keyed.order_group = order_groups.order_group

),

judged as (

    -- The order of judgement up to the key (DESIGN 3.2); what passes has no rejection.
    select
        *,
        case
            when undecodable is not null then struct('failure' as outlet, 'undecodable' as reason, undecodable as detail)
            when arrived_at is null then struct(
                'failure' as outlet,
                'no_arrival_time' as reason,
                coalesce(concat('not a timestamp: ', left(arrived_at_text, 200)), 'arrived_at is missing') as detail
            )
            when ruleset is null then struct('nohit' as outlet, cast(null as string) as reason, cast(null as string) as detail)
            when rendered_group is null or (rendered_group = '' and has_group)
                then struct('failure' as outlet, 'missing_sequence_id' as reason, 'sequence_id, or what group_by names, is missing' as detail)
            when sort_key is null
                then struct('failure' as outlet, 'missing_key' as reason, 'sequence_number, or what key names, is missing' as detail)
            when key_number is null
                then struct('failure' as outlet, 'invalid_key' as reason, concat('not a whole number of 64 bits: ', left(sort_key, 200)) as detail)
            when is_sequence and step > 1 and start_number is not null and pmod(cast(key_number as decimal(20, 0)) - start_number, step) <> 0
                then struct('failure' as outlet, 'invalid_key' as reason, concat(sort_key, ' is not start + a multiple of step') as detail)
        end as rejection
    from numbered

),

final as (

    select
        intake_cursor,
        intake,
        place,
        -- Nothing is known of what was rejected before its ruleset was looked for.
        case when undecodable is null and arrived_at is not null then ruleset end as ruleset,
        case when undecodable is null and arrived_at is not null then order_group end as order_group,
        case when undecodable is null and arrived_at is not null then rendered_group end as group_key,
        message_id,
        case when rejection is null then key_number end as sequence_number,
        sort_key,
        arrived_at,
        is_last,
        sequence_total,
        message_type,
        properties,
        body,
        raw_record,
        rejection.outlet as rejection_outlet,
        rejection.reason as rejection_reason,
        rejection.detail as rejection_detail
    from judged

)

select * from final
