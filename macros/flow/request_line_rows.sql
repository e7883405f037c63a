{% macro request_line_rows() -%}
    {#- The rows of `ranges` and `carried`, and one for each sequence there is, as one relation. -#}
    {%- set unknown = 'cast(null as bigint)' -%}
    select
        'range' as kind,
        order_group as ruleset,
        sequence_id,
        epoch,
        start_number,
        step,
        is_descending,
        range_start,
        range_end,
        status,
        {{ unknown }} as window_end,
        cast(null as string) as request_id,
        {{ unknown }} as attempt,
        {{ unknown }} as requested_us,
        {{ unknown }} as attempted_us,
        {{ unknown }} as next_attempt_us,
        {{ unknown }} as sent_us,
        {{ unknown }} as settled_us,
        {{ unknown }} as reported_us
    from ranges
    union all
    select
        'request', ruleset, sequence_id, epoch, null, null, is_descending, range_start, range_end, status, null,
        carried.request_id, attempt, requested_us, attempted_us, next_attempt_us, sent_us, settled_us, reported_us
    from carried
    left join reported on carried.request_id = reported.request_id
    union all
    select
        'sequence', ruleset, sequence_id, epoch, null, null, null, null, null, null, window_end,
        null, null, null, null, null, null, null, null
    from windows
    union all
    select
        'sequence', order_group, sequence_id, epoch, null, null, null, null, null, null, null,
        null, null, null, null, null, null, null, null
    from closed
{%- endmacro %}
