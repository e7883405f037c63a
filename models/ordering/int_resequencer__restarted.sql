{{ config(materialized='ephemeral') }}

{#- What opens an epoch because its sender begins again (restart) brings the state that the epoch begins with. -#}
with placed as (

    select * from {{ ref('int_resequencer__placed') }}

),

{% if has_mode('follows') %}
-- planned once
spread as (

    -- What opens an epoch brings the state that this begins with; with start: auto, all below it counts as passed over.
    select
        placed.*,
        rows_.added
    from placed
        lateral view explode(case
            when kind = 'message' and follows and opening.opened_by in ('restart', 'behind') and start_position is null then array(kind, 'state', 'range')
            when kind = 'message' and follows and opening.opened_by in ('restart', 'behind') then array(kind, 'state')
            else array(kind)
        end) rows_ as added

),

final as (

    select
        * except (
            kind, follows, epoch_before, newest_epoch, openings, opening, came_as, is_unconfirmed, holds_whole, within_us, step, start_number, ends_at, added,
            is_new, position, sequence_number, bakes_us, dedupe_id, rejected_as, skipped, message, aside
        ),
        added as kind,
        is_new and added = kind as is_new,
        coalesce(follows and added = 'state', false) as stands_again,
        case
            when added = kind then position
            when added = 'range' then -9223372036854775808
            when start_position is null then try_subtract(opening.begins_at, 1)
        end as position,
        case when added = kind then sequence_number end as sequence_number,
        case when added = kind then bakes_us end as bakes_us,
        case when added = kind then dedupe_id else '' end as dedupe_id,
        case when added = kind then rejected_as end as rejected_as,
        case
            when added = kind then skipped
            when added = 'range' and try_subtract(opening.begins_at, 1) is not null then named_struct(
                'range_start', -9223372036854775808, 'range_end', opening.begins_at - 1, 'state', 'unasked',
                'detected_us', cast(null as bigint), 'blocking_us', cast(null as bigint)
            )
        end as skipped,
        case when added = kind then message end as message,
        case
            when not coalesce(follows, false) then aside
            when added = kind then {{ aside_with(
                came_as='case when came_as <> came_at then came_as end', is_unconfirmed='is_unconfirmed', ends_at='ends_at',
                session_end_us="case when rejected_as = 'awaiting_confirmation' then came_at.us + within_us end",
                closes_at="case when kind = 'message' and not holds_whole and coalesce(bakes_us > ends_at.us, true) then ends_at end"
            ) }}
            when added = 'range' then {{ aside() }}
            when start_position is null then {{ aside(state=head_that_begins('null', first_number=number_at('opening.begins_at'), threshold=number_at('try_subtract(opening.begins_at, 1)'))) }}
            else {{ aside(state=head_that_begins(number_at('opening.begins_at'))) }}
        end as aside
    from spread

)
{% else %}
final as (

    select * from placed

)
{% endif %}

select * from final
