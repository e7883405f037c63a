{{ config(materialized='ephemeral') }}

{#- Which messages take part in the ordering, and why others do not. The first last number to be announced wins. -#}
{#- Of keys with holes (previous) a total says nothing: it counts messages. -#}
{%- set last_number, counts = announced_last(), '' -%}
{%- if has_mode('linked_by') -%}
{%- set counts = " and aside.link.linked_by is distinct from 'previous'" -%}
{%- set last_number = 'case when message.is_last' ~ counts.replace(' and', ' or') ~ ' then ' ~ last_number ~ ' end' %}
-- computed once
{%- endif %}
with entries as (

    select * from {{ ref('int_resequencer__reaching') }}

),

announcing as (

    -- One row per entry, with the last number that it announces.
    select
        *,
        nullif(position, 9223372036854775807) as height,
        case when kernel <> 'sessions' and is_ordered and kind = 'message' then {{ last_number }} end as announced_last,
        kernel <> 'sessions' and {{ is_contradictory() }}{{ counts }} as is_contradictory
    from entries

),

known as (

    -- One row per entry, with what is known of its sequence: the highest position released in earlier runs, and the last number.
    select
        * except (last),
        max(case when kind = 'state' then position end) over whole_sequence as threshold,
        coalesce(max(case when kind = 'state' then aside.state.last_position end) over whole_sequence, 0) as released_before,
        max(last) over whole_sequence as known_last,
        min(
            case
                when
                    announced_last is not null and not is_contradictory and coalesce(rejected_as, '') not in ('too_far_ahead', 'duplicate')
                    and (start_position is null or position >= start_position)
                    then struct(came_at as known_at, announced_last as position)
            end
        ) over whole_sequence as first_announcement
    from announcing
    window
        whole_sequence as (
            partition by sequence_key, group_key, epoch, kernel order by height desc nulls first, dedupe_id asc, came_at asc
            rows between unbounded preceding and unbounded following
        )

),

ending as (

    -- One row per entry, with the last number of its sequence: known from earlier runs, or else by the first announcement.
    select
        * except (known_last, first_announcement),
        coalesce(
            known_last,
            case
                when first_announcement is not null
                    then named_struct('position', first_announcement.position, 'known_at', first_announcement.known_at)
            end
        ) as last
    from known

),

judged as (

    -- One row per entry, with why it takes no part (rejected_as), or null.
    select
        * except (rejected_as, announced_last, is_contradictory),
        case
            when kind not in ('message', 'fill') then null
            when rejected_as = 'awaiting_confirmation' then rejected_as
            when not is_ordered then null
            when rejected_as is not null and rejected_as <> 'too_far_ahead' then rejected_as
            when kernel in ('contiguous', 'linked') and position < start_position then 'before_start'
            when is_contradictory then 'last_conflict'
            when announced_last <> last.position and (rejected_as is null or came_at >= last.known_at) then 'last_conflict'
            when position > last.position and came_at >= last.known_at then 'after_last'
            else rejected_as
        end as rejected_as
    from ending

),

final as (

    -- One row per entry. What is above the last number bakes nothing, unless it had baked before that was known.
    select
        * except (bakes_us),
        kind in ('message', 'fill') and is_ordered and rejected_as is null as is_eligible,
        case
            when rejected_as is null and (last is null or position <= last.position or bakes_us <= last.known_at.us) then bakes_us
        end as bakes_us,
        kind = 'message' and is_ordered and rejected_as is null
        and coalesce(last is null or position <= last.position or bakes_us <= last.known_at.us, false) as is_reaching
    from judged

)

select * from final
