{% macro table_records(landing, ranges) -%}
    {#-
        The rows of a table that are new in its partitions (new_table_ranges), as landing_records has them, each as the JSON of its columns. place
        ascends with the cursor, and no place of a partition comes twice. Also cursor, and kind: `record`; `missed`, of a row that turned up
        too far below the highest cursor, or of which there is no telling whether it is new; with --full-refresh `rebuilt`: what had
        been missed until then is not any more.
    -#}
    {%- if not ranges -%}
    select
        *,
        cast(null as bigint) as cursor,
        cast(null as string) as kind
    from ({{ no_records() }}) as none_
    {%- else -%}
    select
        file_path,
        shiftleft(cast({{ ranges[0].ingest }} as bigint), 32) + row_number() over (partition by file_path order by kind asc, cursor asc, raw_record asc) as place,
        raw_record,
        cast(null as string) as record_json,
        cursor,
        kind
    from (
        -- Above what has been read.
        select
            above.file_path,
            above.cursor,
            {{ row_text('above.record') }} as raw_record,
            'record' as kind
        from {{ table_rows(landing, ranges) }} as above
        inner join {{ table_bounds_relation(ranges) }} as bounds on above.file_path = bounds.file_path
        where above.cursor <= bounds.newest and (bounds.known is null or above.cursor > bounds.known)
        {%- if ranges | rejectattr('known', 'none') | list %}
        union all
        -- At or below it, as often as it is new.
        select
            overlooked.file_path,
            overlooked.cursor,
            overlooked.raw_record,
            overlooked.kind
        from {{ overlooked_table_rows(landing, this, ranges) }} as overlooked
        lateral view explode(sequence(1, overlooked.new_count)) copies as copy
        {%- endif %}
        {%- if flags.FULL_REFRESH %}
        union all
        select
            bounds.file_path,
            cast(null as bigint) as cursor,
            cast(null as string) as raw_record,
            'rebuilt' as kind
        from {{ table_bounds_relation(ranges) }} as bounds
        {%- endif %}
    ) as found
    {%- endif -%}
{%- endmacro %}
