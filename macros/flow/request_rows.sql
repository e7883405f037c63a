{% macro request_rows(run) -%}
    {#-
        The requests as this run leaves them. New ones at their first attempt. Of those that stand, while something is
        missing: asked again when their time has come, given up after the last attempt; those stay as long as it is
        missing, so that nobody asks anew. Once nothing is: answered, or given up if not all of it will come.
    -#}
    {%- set is_due = "status <> 'given_up' and next_attempt_us <= clock_us" -%}
    {%- set is_asked = 'is_missing and ' ~ is_due ~ ' and attempt < ' ~ settings().resend.attempts -%}
    {%- set columns = {
        'request_id': 'case when is_new then concat(\'resend-\', sha2(to_json(struct(ruleset, sequence_id, epoch, chunk, clock_us)), 256)) else request_id end',
        'ruleset': 'ruleset',
        'sequence_id': 'sequence_id',
        'epoch': 'epoch',
        'range_start': 'case when is_new then chunk.range_start else range_start end',
        'range_end': 'case when is_new then chunk.range_end else range_end end',
        'is_descending': 'is_descending',
        'attempt': 'cast(case when is_new then 1 when ' ~ is_asked ~ ' then attempt + 1 else attempt end as bigint)',
        'status': "case when is_new then 'requested' when status = 'given_up' or (not is_missing and is_lapsed) then 'given_up'"
            ~ " when not is_missing then 'answered' when " ~ is_asked ~ " then 'requested' when " ~ is_due ~ " then 'given_up'"
            ~ " when reported_us is not null then 'sent' else status end",
        'requested_us': 'case when is_new then clock_us else requested_us end',
        'attempted_us': 'case when is_new or (' ~ is_asked ~ ') then clock_us else attempted_us end',
        'next_attempt_us': 'case when is_new then clock_us + ' ~ resend_wait_us('1') ~ ' when ' ~ is_asked ~ ' then clock_us + ' ~ resend_wait_us('attempt + 1')
            ~ ' when is_missing and not (' ~ is_due ~ ') then next_attempt_us end',
        'sent_us': 'case when not is_new then coalesce(reported_us, sent_us) end',
        'settled_us': 'case when not is_new then coalesce(settled_us, case when not is_missing or (' ~ is_due ~ ' and not (' ~ is_asked ~ ')) then clock_us end) end',
        'disposition': "case when is_new or is_missing then 'open' else 'settled' end",
        'run_group': 'cast(case when is_new or is_missing then 0 else ' ~ run.number ~ ' end as bigint)',
    } -%}
    select
        {{ resend_row(columns) }}
    from (
        select
            *,
            chunk is not null as is_new,
            cast({{ run.clock_us }} as bigint) as clock_us
        from chunked
    ) as requests
{%- endmacro %}
