{{ config(materialized='ephemeral') }}

{#- What the fold of int_resequencer__linked goes over. -#}
-- depends_on: {{ ref('int_resequencer__starting') }}, {{ ref('int_resequencer__batch') }}
{%- set message = 'struct(aside.link.first as first, came_at, position, aside.link.needs as needs,'
    ~ ' bakes_us, xxhash64(message.body) as body_hash)' %}
{%- set nothing = 'cast(null as ' ~ row_type('linked_message') ~ ')' %}
{% if has_mode('linked_by') %}
with entries as (

    select * from {{ ref('int_resequencer__starting') }}
    where kernel = 'linked' and is_ordered

),

batch as (

    select {{ moment_after('clock_us') }} as by_the_clock
    from {{ ref('int_resequencer__batch') }}

),

known as (

    -- One row per entry. in_fold: the messages that may still have to wait. What has baked as it came does so after it has.
    select
        *,
        is_eligible and kind = 'message' and aside.ready_at is null as in_fold,
        coalesce(case when bakes_us = came_at.us then came_at end, {{ moment_of_timer('bakes_us') }}) as bakes_at
    from entries

),

gathered as (

    -- One row per sequence and epoch. What happens, in order: at one moment first that the last number becomes known, then the message,
    -- then what bakes, the highest first.
    select
        sequence_key,
        group_key,
        epoch,
        max(aside.link.linked_by) as linked_by,
        max(last) as last,
        concat(
            collect_list(case
                when in_fold and is_new
                    then struct(came_at as at, 1 as place, 0L as height, 'message' as what, {{ message }} as message)
            end),
            collect_list(case
                when in_fold and bakes_at is not null
                    then struct(bakes_at as at, 2 as place, -aside.link.first as height, 'bake' as what, {{ message }} as message)
            end)
        ) as happening,
        cast(struct(
            coalesce(max(case when kind = 'state' then position end), try_subtract(any_value(start_position), 1)) as turn,
            max(case when kind = 'state' then aside.state.threshold_released_us end) as turned_us,
            null as follows_to,
            array_sort(collect_list(case when in_fold and not is_new then {{ message }} end)) as held,
            collect_list(case when kind = 'range' then skipped end) as ranges,
            array() as told,
            null as by_clock
        ) as {{ row_type('linked') }}) as before
    from known
    group by sequence_key, group_key, epoch

),

final as (

    -- With the moment at which the last number becomes known, and the clock.
    select
        gathered.* except (happening, last),
        gathered.last.position as last_position,
        array_sort(concat(
            gathered.happening,
            case
                when gathered.last is not null
                    then array(struct(gathered.last.known_at as at, 0 as place, 0L as height, 'last' as what, {{ nothing }} as message))
                else array()
            end,
            array(struct(batch.by_the_clock as at, 3 as place, 0L as height, 'clock' as what, {{ nothing }} as message))
        )) as happening
    from gathered
    cross join batch

)
{% else %}
{{ no_sequences() }}
{% endif %}

select * from final
