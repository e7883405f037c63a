{{
    config(
        materialized='incremental',
        incremental_strategy='insert_overwrite',
        partition_by=['disposition', 'batch_group'],
        pre_hook="{{ add_key_value_columns() }}",
        post_hook="{{ tidy_ledger() }}",
        tblproperties={
            'delta.dataSkippingNumIndexedCols': '0',
            'delta.deletedFileRetentionDuration': version_retention(),
            'delta.logRetentionDuration': version_retention(),
        },
    )
}}

{#-
    The only state. One run reads what the last one carried over (pending messages, the head of each open
    sequence, the ranges it skipped) and what has arrived since, decides every message once, and commits the
    result as the partitions of one batch. Nothing older is read.

    The formulas (docs/semantics.md) are macros in macros/ordering; this page is the order in which they apply.
    Every window partitions by the line (order group and group), so there is one shuffle; lines are read
    down (highest number first: what is above a number) and up (lowest first: what it must wait for).
-#}
{%- set batch = current_batch() -%}
{%- set groups = order_groups().values() | list -%}
{%- set bakes = groups | rejectattr('bake_us', 'none') | list | length > 0 -%}
{%- set clock = batch.clock_us -%}

{% if batch.is_idle %}

{{ idle_batch(batch) }}

{% else %}

with arriving as (

    -- One row per message that has arrived since the last batch.
    {{ arriving_messages(batch) }}

),

carried as (

    -- One row per message held, head and skipped range of the last batch.
    {{ carried_rows(batch) }}

),

line as (

    -- All of it, with the line it belongs to. What is not to be ordered (rejected, or later than the
    -- clock) is a line of its own.
    {{ line_rows(clock) }}

),

{% if _has_ranked_keys() %}
ranked as (

    -- Keys that are values, as numbers: their rank in the line.
    {{ ranked_rows() }}

),
{% endif %}
announced as (

    -- What is known of the line: its threshold, and the first last number that was announced.
    {{ announced_rows(bakes) }}

),

admitted as (

    -- Which messages take part in the ordering, and why others do not.
    {{ admitted_rows() }}

),

weighed as (

    -- Which message of a number came first; what has arrived above each number, and when.
    {{ weighed_rows(bakes) }}

),

timely as (

    -- Which messages came in time: they stand in line, numbers that are on the line once only.
    {{ timely_rows(bakes) }}

),

islands as (

    -- Runs of consecutive numbers in line.
    {{ island_rows() }}

),

due as (

    -- When each message in line leaves.
    {{ due_rows(bakes) }}

),

decided as (

    -- One verdict per message.
    {{ decided_rows(clock) }}

),

counted as (

    -- Places in the order of release, and what the line's new head must remember.
    {{ counted_rows() }}

),

pieced as (

    -- The ranges of numbers that were skipped, beside the messages around them.
    {{ remembered_pieces() if bakes else skipless_rows() }}

),

{% if bakes %}
measured as (

    -- By how much the late came late: after the release of the threshold then in force.
    {{ measured_rows() }}

),
{% endif %}

written as (

    -- Each message once; besides, the ranges that were skipped, and at the end of each line its head.
    {{ written_rows('measured' if bakes else 'pieced', batch) }}

),

final as (

    select * from written
    union all
    {{ batch_rows(batch) }}

)

select * from final
{{ unless_overtaken(batch) }}

{% endif %}
