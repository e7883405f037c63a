{{ config(materialized='ephemeral') }}

-- depends_on: {{ ref('int_resequencer__batch') }}
{%- set batch = current_batch() %}
{#- Too far ahead of the clock of the run that takes it in, an arrival time is that clock. -#}
{%- set is_bounded = settings().rulesets | map(attribute='max_ahead_us') | reject('none') | list | length > 0 %}
{%- set clock = 'intakes.clock' if batch.is_rebuild else 'cast(' ~ batch.clock_us ~ ' as bigint)' %}
{%- set ahead = {
    'read': ', ' ~ clock ~ ' as clock, ' ~ by_ruleset('max_ahead_us') ~ ' as max_ahead_us',
    'columns': ', clock, max_ahead_us',
    'us': 'when arrived_us > clock + max_ahead_us then clock ',
} if is_bounded else {'read': '', 'columns': '', 'us': ''} %}
{#- What has entered the queue of an ordered subscription has its place from there. -#}
{%- set entry = {
    'columns': ', enqueued_us, entered_as, routed_by',
    'us': 'when enqueued_us is not null then enqueued_us ',
    'ingest': 'coalesce(entered_as, ingest)',
    'hash': ' xxhash64(body) as body_hash,',
} if has_subscriptions() else {'columns': '', 'us': '', 'ingest': 'ingest', 'hash': ''} %}

with routed as (

    select * from {{ ref('int_resequencer__found_late') }}

),

taken_in as (

    -- One row per message that this batch takes in, with the clock of the run before the one that took it in first.
    select
        routed.*,
        unix_micros(routed.arrived_at) as arrived_us{{ ahead.read }},
        {{ 'intakes.clock_before' if batch.is_rebuild else 'cast(' ~ batch.previous_clock_us | tojson ~ ' as bigint)' }} as clock_before,
        {{ ingest_of_arrival(batch) }} as ingest
    from routed
    {{ clocks_before(batch, 'routed', 'arrivals', with_clock=is_bounded) if batch.is_rebuild }}
    where {{ is_taken_in(batch) }}

),

final as (

    -- came_at: its effective arrival first. What landed after a run had reached its time cannot have been there before.
    select
        * except (clock_before, ingest{{ ahead.columns }}{{ entry.columns }}),{{ entry.hash }}
        named_struct(
            'us', case {{ entry.us }}{{ ahead.us }}when arrived_us is not null then greatest(arrived_us, clock_before) end,
            'ingest', {{ entry.ingest }}, 'arrived_us', arrived_us, 'intake', intake, 'place', place
        ) as came_at
    from taken_in

)

select * from final
