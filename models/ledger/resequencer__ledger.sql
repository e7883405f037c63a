{{
    config(
        materialized='incremental',
        incremental_strategy='insert_overwrite',
        partition_by=['disposition', 'batch_group'],
        post_hook=["{{ compile_again() }}", "{{ carry_messages_whole(begins=false) }}", "{{ tidy_ledger() }}"],
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
{%- set bakes = _bakes() -%}
{%- set clock = batch.clock_us -%}

{% if batch.is_idle %}

{{ idle_batch(batch) }}

{% else %}

with arriving as (

    -- One row per message that has arrived since the last batch.
    {{ arriving_messages(batch) }}

),

{% if has_inputs() %}
reported as (

    -- One row per delivery and action that has come in since the last batch.
    {{ worked_out_once(reported_rows(batch), 'intake, place') }}

),

resent as (

    -- What of it is to be sent again.
    {{ resent_rows(batch) }}

),
{% endif %}

carried as (

    -- One row per message held, head and skipped range of the last batch.
    {{ carried_rows(batch) }}

),

{% if _has_epochs() and settings().actions is not none %}
turning as (

    -- One row per action that ends a sequence, or lets it begin anew.
    {{ worked_out_once(turning_rows(batch), 'order_group, group_key') }}

),
{% endif %}

{% if _fills() %}
filled as (

    -- One row per number that is said not to come.
    {{ filled_rows(batch) }}

),
{% endif %}

line as (

    -- All of it, with the line it belongs to. What is not to be ordered (rejected, or later than the
    -- clock) is a line of its own.
    {{ worked_out_once(line_rows(clock), 'line_id, group_key') if has_inputs() else line_rows(clock) }}

),
{% if has_inputs() %}

addressed as (

    -- Each delivery and action, with the sequence it is about, or why it is about none.
    {{ addressed_rows(batch) }}

),
{% endif %}

{% set ns = namespace(line='line', islands='islands', due='due', decided='decided') -%}
{% if _has_ranked_keys() %}
ranked as (

    -- Keys that are values, as numbers: their rank in the line.
    {{ ranked_rows() }}

),
{% set ns.line = 'ranked' %}
{% endif %}

{% if _any_group('wrap_at') %}
unwrapped as (

    -- Counters that wrap go on counting.
    {{ unwrapped_rows(ns.line) }}

),
{% set ns.line = 'unwrapped' %}
{% endif %}

{% if _any_group('session_us') %}
sessions as (

    -- Dynamic sessions: when each ends; a number is a rank within it.
    {{ session_rows(ns.line) }}

),
{% set ns.line = 'sessions' %}
{% endif %}

{% if _has_epochs() %}
epochs as (

    -- Sequences that begin anew after their end: from here on, a line is one epoch of it.
    {{ epoch_rows(ns.line) }}

),
{% set ns.line = 'epochs' %}
{% endif %}

{% if _is_cut() %}
cut as (

    -- Long lines in parts, each with what it is told of the others.
    {{ cut_rows(ns.line) }}

),
{% set ns.line = edged_rows('cut', ordering_edges()) %}
{% endif %}

announced as (

    -- What is known of the line: its threshold, and the first last number that was announced.
    {{ announced_rows(bakes, ns.line) }}

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
    {{ island_rows('timely') }}

),

{% if _any_group('max_stand_ins') %}
suspended as (

    -- Gaps that are stood in for, and those too large for it: what is above them waits.
    {{ suspended_rows(clock) }}

),

continued as (

    -- What has come for such a gap is in line again.
    {{ island_rows('suspended') }}

),
{% set ns.islands = 'continued' %}
{% endif %}

due as (

    -- When each message in line leaves.
    {{ due_rows(bakes, ns.islands) }}

),

{% if _any_group('holds_whole') %}
whole as (

    -- Sequences that leave as a whole.
    {{ whole_rows() }}

),
{% set ns.due = 'whole' %}
{% endif %}

decided as (

    -- One verdict per message.
    {{ decided_rows(clock, ns.due) }}

),

{% if _any_group('session_size') %}
fitted as (

    -- More is held than there is room for.
    {{ fitted_rows(clock) }}

),
{% set ns.decided = 'fitted' %}
{% endif %}

{% if _any_group('delivers') %}
settled as (

    -- So far the ordering goes. What follows reads it twice.
    {{ worked_out_once('select * from ' ~ ns.decided, 'line_id, group_key') }}

),
{% set ns.decided = 'settled' %}
delivery as (

    -- What becomes of messages after their turn, and of their sequences.
    {{ delivery_rows(ns.decided, batch) }}

),

joined as (

    -- Each message with it, and with how its sequence was ended.
    {{ joined_rows(ns.decided) }}

),

handed_on as (

    -- A message leaves when it is sent: not before what is before it has been delivered, nor once its sequence has ended.
    {{ handed_on_rows(clock) }}

),
{% set ns.decided = 'handed_on' %}
{% endif %}

counted as (

    -- Places in the order of release, and what the line's new head must remember.
    {{ counted_rows(ns.decided, clock) }}

),

pieced as (

    -- The ranges of numbers that were skipped, beside the messages around them.
    {{ remembered_pieces(clock) if bakes else skipless_rows(clock) }}

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
    {%- if has_inputs() %}
    union all
    {{ beside_rows(batch) }}
    {%- endif %}

)

select * from final
{% if batch.previous is not none or batch.is_rebuild -%}
{{ unless_overtaken("select newest.batch.number from " ~ this ~ " as newest where newest.disposition = 'current'", batch.number) }}
{%- endif %}

{% endif %}
