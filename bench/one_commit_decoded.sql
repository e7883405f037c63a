-- The floor: what one plain ruleset costs if one writes it down by hand (key_type: sequence, start: 1, a bake_time).
-- It reads the records of row a, decodes them as stg_resequencer__records and int_resequencer__routed do, decides
-- with last flags and totals and gives every reason, and is one commit, partitioned like the ledger: a row a message,
-- and a row a sequence with its counts and skipped ranges. Not here: late_by_ms, what a second run would carry on.
--
-- Moments are (effective arrival, ingest position, place); a message bakes at (arrival + bake time, lowest, lowest).
-- In braces stands what bench/floor.py fills in. One exchange, two sorts and four windows for the messages; the
-- fence is a second exchange, which the rows of the sequences share.
with mapped as (

    -- The decoder: the table's own columns, null where it has none.
    select
        cast(position as bigint) as intake,
        {message_id} as message_id,
        {sequence_id} as sequence_id,
        {sequence_number} as sequence_number,
        {sequence_total} as sequence_total,
        {is_last} as is_last,
        {arrived_at} as arrived_at,
        {message_type} as message_type,
        {properties} as properties,
        {body} as body,
        to_json(struct(*), map('timeZone', 'UTC', 'timestampFormat', "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX")) as raw_record
    from {arrivals}

),

typed as (

    select
        intake,
        xxhash64(
            message_id, sequence_id, sequence_number, sequence_total, is_last, arrived_at, message_type, properties, body
        ) as place,
        cast(message_id as string) as given_message_id,
        cast(sequence_id as string) as sequence_id,
        nullif(cast(sequence_number as string), '') as sort_key,
        cast(sequence_total as string) as sequence_total_text,
        coalesce(
            try_cast(cast(sequence_total as string) as bigint),
            case
                when cast(sequence_total as string) rlike '^\\s*[+-]?[0-9]+[.]0+\\s*$'
                    then try_cast(split_part(cast(sequence_total as string), '.', 1) as bigint)
            end
        ) as sequence_total,
        cast(is_last as string) as is_last_text,
        try_cast(cast(is_last as string) as boolean) as is_last,
        arrived_at,
        cast(message_type as string) as message_type,
        from_json(properties, 'map<string,string>') as properties,
        properties as properties_text,
        cast(body as string) as body,
        raw_record
    from mapped

),

keyed as (

    select
        *,
        coalesce(
            nullif(given_message_id, ''), md5(concat_ws(':', sequence_id, sort_key, body, intake, place))
        ) as message_id,
        coalesce(
            try_cast(sort_key as bigint),
            case
                when sort_key rlike '^\\s*[+-]?[0-9]+[.]0+\\s*$' then try_cast(split_part(sort_key, '.', 1) as bigint)
            end
        ) as number,
        case
            when is_last_text is not null and is_last is null
                then concat('is_last is neither true nor false: ', left(is_last_text, 200))
            when sequence_total_text is not null and coalesce(sequence_total, 0) < 1
                then concat('sequence_total is not a positive whole number of 64 bits: ', left(sequence_total_text, 200))
            when properties_text is not null and properties is null
                then concat('properties are not an object of texts: ', left(properties_text, 200))
        end as undecodable
    from typed

),

judged as (

    -- Why a record cannot be ordered, if it cannot.
    select
        *,
        case
            when undecodable is not null then struct('undecodable' as reason, undecodable as detail)
            when arrived_at is null then struct('no_arrival_time' as reason, 'no timestamp: null' as detail)
            when coalesce(sequence_id, '') = ''
                then struct('missing_sequence_id' as reason, 'sequence_id, or what group_by names, is missing' as detail)
            when sort_key is null
                then struct('missing_key' as reason, 'sequence_number, or what key names, is missing' as detail)
            when number is null
                then struct('invalid_key' as reason, concat('not a whole number of 64 bits: ', left(sort_key, 200)) as detail)
        end as rejection
    from keyed

),

entries as (

    -- One row per message. What is not to be ordered is a sequence of its own.
    select
        case when is_ordered then xxhash64(sequence_id) else xxhash64(intake, place) end as sequence_key,
        sequence_id,
        case when rejection is null then number end as number,
        is_ordered,
        struct(arrived_us as us, intake, place) as came_at,
        case
            when is_ordered
                then struct(arrived_us + {bake_us} as us, {lowest} as intake, {lowest} as place)
        end as baked_at,
        case when is_ordered then coalesce(case when is_last then number end, sequence_total) end as announced_last,
        coalesce(is_last and sequence_total <> number, false) as is_contradictory,
        xxhash64(body) as body_hash,
        struct(
            message_id, sort_key, is_last, sequence_total, message_type, properties, body, rejection,
            case when rejection is not null or is_last or sequence_total is not null then raw_record end as raw_record
        ) as message
    from (
        select
            *,
            unix_micros(arrived_at) as arrived_us,
            rejection is null and unix_micros(arrived_at) <= {clock_us} as is_ordered
        from judged
    )

),

admitted as (

    -- The first last number that was announced, and why a message takes no part in the ordering.
    select
        *,
        case
            when not is_ordered then null
            when number < 1 then 'before_start'
            when is_contradictory or announced_last <> last.number then 'last_conflict'
            when number > last.number and came_at >= last.known_at then 'after_last'
        end as rejected_as
    from (
        select
            *,
            min(
                case
                    when announced_last is not null and not is_contradictory and number >= 1
                        then struct(came_at as known_at, announced_last as number)
                end
            ) over whole_sequence as last
        from entries
        window whole_sequence as (
            partition by sequence_key, sequence_id order by number desc, came_at
            rows between unbounded preceding and unbounded following
        )
    )

),

timely as (

    -- late(k)  <=>  min( bakes_j : k_j > k ) < came(k). In line: neither late nor a repeat.
    select
        *,
        least(above_baked_at, bakes_at) as reached_at,
        is_eligible and not is_repeat and coalesce(above_baked_at < came_at, false) as is_late,
        is_eligible and not is_repeat and not coalesce(above_baked_at < came_at, false) as is_in_line
    from (
        select
            *,
            min(bakes_at) over above as above_baked_at,
            is_eligible and coalesce(
                last(case when is_eligible then number end) ignore nulls over above = number, false
            ) as is_repeat
        from (
            select
                *,
                is_ordered and rejected_as is null as is_eligible,
                case
                    when rejected_as is null and (last is null or number <= last.number or baked_at.us <= last.known_at.us)
                        then baked_at
                end as bakes_at
            from admitted
        )
        window above as (
            partition by sequence_key, sequence_id order by number desc, came_at
            rows between unbounded preceding and 1 preceding
        )
    )

),

lined_up as (

    -- A message's place in line, and what stands in line before it.
    select
        *,
        count(case when is_in_line then 1 end) over up_to_here as turn,
        last(case when is_in_line then struct(number, body_hash) end) ignore nulls over up_to_here as first_of_number,
        coalesce(last(case when is_in_line then number end) ignore nulls over before_this, 0) as below
    from timely
    window
        up_to_here as (
            partition by sequence_key, sequence_id order by number, came_at
            rows between unbounded preceding and current row
        ),
        before_this as (
            partition by sequence_key, sequence_id order by number, came_at
            rows between unbounded preceding and 1 preceding
        )

),

ready as (

    -- Head island: the latest arrival up to k. Any other: not before the gap before it has baked. A repeat sees what
    -- the first of its number sees, so when that one was ready, too.
    select
        *,
        case
            when arrived.island = 0 then arrived.came_at
            when gap.baked_at is not null then greatest(gap.baked_at, arrived.came_at)
        end as ready_at
    from (
        select
            *,
            max(case when is_in_line then struct(number - turn as island, came_at) end) over up_to_here as arrived,
            last(case when is_in_line and number > below + 1 then struct(reached_at as baked_at) end) ignore nulls
                over up_to_here as gap
        from lined_up
        window up_to_here as (
            partition by sequence_key, sequence_id order by number, came_at
            rows between unbounded preceding and current row
        )
    )

),

facts as (

    select
        *,
        is_in_line and ready_at.us <= {clock_us} and not is_after_last as is_released
    from (
        select
            *,
            is_in_line
            and coalesce(number > last.number and not coalesce(ready_at < last.known_at, false), false) as is_after_last
        from ready
    )

),

verdicts as (

    select
        sequence_key,
        sequence_id,
        number,
        came_at,
        last,
        below,
        message,
        case
            when came_at.us > {clock_us} then 'after_clock'
            when message.rejection is not null then message.rejection.reason
            when rejected_as is not null then rejected_as
            when is_released then null
            when is_after_last then 'after_last'
            when is_in_line then 'waiting_for_predecessor'
            when is_late then 'late'
            when
                first_of_number.number = number and first_of_number.body_hash <> body_hash
                and coalesce(ready_at > came_at, true)
                then 'conflicting_duplicate'
            else 'duplicate'
        end as reason,
        case
            when came_at.us > {clock_us} then 'pending'
            when message.rejection is not null or rejected_as = 'last_conflict' then 'failure'
            when is_released then 'released'
            when is_in_line and not is_after_last then 'pending'
            else 'bypass'
        end as disposition,
        case when is_released then ready_at.us end as released_us,
        case when is_released then turn end as release_position,
        case when is_in_line and not is_after_last then ready_at.us end as due_us
    from facts

),

fenced as (

    -- Worked out once: the messages and their sequences both read it.
    select * from verdicts
    where uuid() is not null
    distribute by sequence_key

),

messages as (

    select
        case when message.rejection.reason in ('undecodable', 'no_arrival_time') then null else 'bench' end as ruleset,
        sequence_id,
        message.message_id,
        number as sequence_number,
        message.sort_key,
        timestamp_micros(came_at.us) as arrived_at,
        timestamp_micros(came_at.us) as effective_arrived_at,
        came_at.intake,
        came_at.place,
        message.is_last,
        message.sequence_total,
        message.message_type,
        message.properties,
        message.body,
        case when disposition = 'failure' or reason = 'after_clock' then message.raw_record end as raw_record,
        reason,
        case
            when reason = 'last_conflict' then concat('the last number is ', last.number, ', announced first')
            else message.rejection.detail
        end as detail,
        timestamp_micros(
            case disposition when 'released' then released_us when 'pending' then null else came_at.us end
        ) as settled_at,
        release_position,
        timestamp_micros(case when disposition = 'pending' then due_us end) as due_at,
        cast(null as {state_type}) as state,
        disposition,
        cast(1 as bigint) as batch_group
    from fenced

),

sequences as (

    -- One row per sequence: where it stands.
    select
        'bench' as ruleset,
        sequence_id,
        cast(null as string) as message_id,
        cast(null as bigint) as sequence_number,
        cast(null as string) as sort_key,
        cast(null as timestamp) as arrived_at,
        cast(null as timestamp) as effective_arrived_at,
        cast(null as bigint) as intake,
        cast(null as bigint) as place,
        cast(null as boolean) as is_last,
        cast(null as bigint) as sequence_total,
        cast(null as string) as message_type,
        cast(null as map<string, string>) as properties,
        cast(null as string) as body,
        cast(null as string) as raw_record,
        cast(null as string) as reason,
        cast(null as string) as detail,
        cast(null as timestamp) as settled_at,
        cast(null as bigint) as release_position,
        cast(null as timestamp) as due_at,
        struct(
            max(case when disposition = 'released' then struct(number as threshold, released_us) end) as highest_released,
            min(number) as first_number,
            max(number) as highest_received,
            max(last) as last,
            count(1) as received_count,
            count(case when disposition = 'released' then 1 end) as released_count,
            count(case when reason in ('duplicate', 'conflicting_duplicate') then 1 end) as duplicate_count,
            count(case when reason = 'late' then 1 end) as late_count,
            count(case when disposition = 'pending' then 1 end) as pending_count,
            min(case when disposition = 'pending' then number end) as lowest_held,
            max(came_at.us) as updated_us,
            array_sort(
                collect_list(
                    case
                        when disposition = 'released' and number > below + 1
                            then struct(below + 1 as range_start, number - 1 as range_end)
                    end
                )
            ) as skipped_ranges
        ) as state,
        'state' as disposition,
        cast(1 as bigint) as batch_group
    from fenced
    where message.rejection is null and coalesce(reason, '') <> 'after_clock'
    group by sequence_key, sequence_id

),

final as (

    select * from messages
    union all
    select * from sequences

)

select * from final
