{{ config(materialized='view') }}

{%- set claims = has_mode('claims') -%}
{%- set wraps = has_mode('wrap_at') -%}
{%- set links = has_mode('linked_by') -%}
{%- set rulesets = settings().rulesets -%}
{%- set has_outlinks = rulesets | rejectattr('outlink', 'none') | list | length > 0 -%}
{%- set has_composites = rulesets | map(attribute='key') | map('length') | max > 1 -%}
{%- set all_bigints = rulesets | rejectattr('key_type', 'in', ['sequence', 'long']) | list | length == 0 -%}
{%- set has_no_key = 'key_number is null and key_value is null' if has_mode('is_ranked') else 'key_number is null' -%}
{%- set no_time = "concat('no timestamp: ', coalesce(left(arrived_at_text, 400), 'null'), hint, "
    ~ lacking_besides(['arrived_at']) ~ ')' -%}
{%- set wrong_key = "'not a whole number of 64 bits: '" if all_bigints and not has_composites else by_ruleset('wrong_key') ~ ", ': '" %}

with records as (

    select * from {{ ref('int_resequencer__forwarded') }}

),

{% if has_subscriptions() %}
entered as (

    select * from {{ ref('int_resequencer__entered') }}

),

matched as (

    -- One row per message and ordered subscription whose queue it has entered, and per record that no message can be made of; all else goes
    -- to subscriptions. Out of a list: a condition would be written out where times are read.
    select
        tried.* except (subscription),
        taken.ruleset
    from (
        select
            records.*,
            entered.subscription,
            entered.enqueued_us,
            entered.entered_as,
            entered.routed_by
        from records
        left join entered on records.intake = entered.intake and records.place = entered.place
    ) as tried
        lateral view inline(
            case when subscription is not null or undecodable is not null or arrived_at is null then array(struct(subscription)) end
        ) taken as ruleset

),
{% else %}
matched as (

    -- One row per message, with the first ruleset it matches.
    {{ matched_rows('records') }}

),
{% endif %}

keyed as (

    -- With the group it is ordered in and the key it is ordered by, as its ruleset says.
    select
        *,
        case when ruleset is not null then {{ by_ruleset('order_group') }} end as order_group,
        {{ by_ruleset('group') }} as group_key,
        {{ by_ruleset('has_group') }} as has_group,
        {% if has_composites -%}
        {{ by_ruleset('first_key') }} as first_key,
        {{ by_ruleset('second_key') }} as second_key,
        {% endif -%}
        {% if links -%}
        {{ by_ruleset('link') }} as link,
        {% endif -%}
        {{ by_ruleset('claim') if claims else 'cast(null as ' ~ row_type('claim') ~ ')' }} as claim,
        {{ by_ruleset('key') }} as sort_key
    from matched

),

numbered as (

    select
        keyed.*,
        {{ order_group_field('is_sequence') }} as is_sequence,
        {{ order_group_field('start_number') }} as start_number,
        {{ order_group_field('is_descending') }} as is_descending,
        {{ order_group_field('step') }} as step,
        {% if links -%}
        {{ order_group_field('linked_by') }} as linked_by,
        {{ as_integer('keyed.link') }} as linked_number,
        {% endif -%}
        {% if wraps -%}
        {{ order_group_field('wrap_at') }} as wrap_at,
        {{ order_group_field('wrap_to') }} as wrap_to,
        {% endif -%}
        {{ by_ruleset('value') }} as key_value,
        {{ by_ruleset('number') }} as key_number,
        case
            when arrived_at_text rlike '^[0-9]+([.][0-9]+)?$' then ' (resequencer__columns says what it counts, as timestamp_millis(x))'
            else ''
        end as hint
    from keyed
    {{- order_groups_join('keyed', '(' ~ order_groups_relation() ~ ')') }}

),

judged as (

    -- The order of judgement up to the key (docs/semantics.md); what passes has no rejection.
    select
        *,
        undecodable is null and arrived_at is not null as is_routed,
        case
            {% if has_subscriptions() -%}
            when has_invalid_parts
                then {{ rejection('invalid_parts', 'undecodable') }}
            {% endif -%}
            when undecodable is not null
                then {{ rejection('undecodable', 'undecodable') }}
            when arrived_at is null
                then {{ rejection('no_arrival_time', no_time) }}
            {% if forwarding_rules() -%}
            when forwarding_problem is not null
                then {{ rejection('missing_sequence_id', 'forwarding_problem') }}
            {% endif -%}
            when ruleset is null
                then {{ rejection(none, 'cast(null as string)', 'nohit') }}
            {% if has_outlinks -%}
            when {{ by_ruleset('outlink') }} = 'bypass'
                then {{ rejection('preferred_outlink', 'cast(null as string)', 'bypass') }}
            when {{ by_ruleset('outlink') }} = 'nohit'
                then {{ rejection(none, 'cast(null as string)', 'nohit') }}
            {% endif -%}
            when has_group and coalesce(group_key, '') = ''
                then {{ rejection('missing_sequence_id', by_ruleset('no_group')) }}
            {% if claims -%}
            when claim.is_claim and coalesce(claim.id, '') = ''
                then {{ rejection('missing_key', "'what id names, or the key, is missing'") }}
            when claim.is_claim
                then {{ rejection(none, 'cast(null as string)', 'nohit') }}
            {% endif -%}
            when sort_key is null
                then {{ rejection('missing_key', by_ruleset('no_key')) }}
            when {{ has_no_key }}
                then {{ rejection('invalid_key', 'concat(' ~ wrong_key ~ ', left(sort_key, 200))') }}
            {% if wraps -%}
            when wrap_at is not null and key_number not between wrap_to and wrap_at - 1
                then {{ rejection('invalid_key', "concat(sort_key, ' is not from ', wrap_to, ' to ', wrap_at - 1)") }}
            {% endif -%}
            {% if links -%}
            when link is not null and linked_number is null
                then {{ rejection('invalid_key', "concat(linked_by, ' is not a whole number of 64 bits: ', left(link, 200))") }}
            when linked_by = 'span_to' and link is null
                then {{ rejection('invalid_key', "'span_to is missing'") }}
            {% if wraps -%}
            when linked_by = 'span_to' and wrap_at is not null and linked_number not between wrap_to and wrap_at - 1
                then {{ rejection('invalid_key', "concat('span_to ', link, ' is not from ', wrap_to, ' to ', wrap_at - 1)") }}
            when linked_by = 'span_to' and wrap_at is not null and 2 * pmod(linked_number - key_number, wrap_at - wrap_to) >= wrap_at - wrap_to
                then {{ rejection('invalid_key', "concat('span_to ', link, ' is half the range or more above ', sort_key)") }}
            {% endif -%}
            when linked_by = 'span_to' and coalesce(try_subtract(linked_number, key_number), 9223372036854775807) = 9223372036854775807
                then {{ rejection('invalid_key', "concat('span_to ', link, ' is too far above ', sort_key, ' to be counted in 64 bits')") }}
            when linked_by = 'span_to' and linked_number < key_number{{ ' and wrap_at is null' if wraps }}
                then {{ rejection('invalid_key', "concat('span_to ', link, ' is below ', sort_key)") }}
            when linked_by = 'previous' and case when is_descending then linked_number <= key_number else linked_number >= key_number end
                then {{ rejection('invalid_key', "concat('previous ', link, ' does not come before ', sort_key)") }}
            {% endif -%}
            when is_sequence and step > 1 and pmod(cast({{ as_published('key_number') }} as decimal(20, 0)) - start_number, step) <> 0
                then {{ rejection('invalid_key', "concat(sort_key, ' is not start + a multiple of step')") }}
        end as rejection
    from numbered

),

final as (

    -- Of what was rejected before its ruleset was looked for, none is known.
    select
        intake_cursor,
        intake,
        place,
        case when is_routed then ruleset end as ruleset,
        case when is_routed then order_group end as order_group,
        case when is_routed then group_key end as group_key,
        message_id,
        case when rejection is null{{ ' or claim.is_claim' if claims }} then key_number end as sequence_number,
        case when rejection is null{{ ' or claim.is_claim' if claims }} then key_value end as key_value,
        {{ 'linked_number' if links else 'cast(null as bigint) as linked_number' }},
        claim,
        sort_key,
        arrived_at,
        is_last,
        sequence_total,
        message_type,
        properties,
        body,
        raw_record,
        {% if has_subscriptions() -%}
        enqueued_us,
        entered_as,
        routed_by,
        {% endif -%}
        rejection.outlet as rejection_outlet,
        rejection.reason as rejection_reason,
        rejection.detail as rejection_detail
    from judged

)

select * from final
