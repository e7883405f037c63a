{% macro resequencer_summary() -%}
    {#-
        Prints how things stand: arrivals, each outlet, incomplete sequences with their first missing range.
        dbt run-operation resequencer_summary. Reads every outlet, so it costs what they hold.
    -#}
    {%- if execute -%}
        {%- set relations = {} -%}
        {%- for node in graph.nodes.values() if node.package_name == 'resequencer' and node.resource_type == 'model' -%}
            {%- do relations.update({node.name: adapter.get_relation(database=node.database, schema=node.schema, identifier=node.alias)}) -%}
        {%- endfor -%}
        {%- if relations.get('resequencer__missing_ranges') is none -%}
            {%- do exceptions.raise_compiler_error('There is nothing to sum up yet: run dbt run first.') -%}
        {%- endif -%}

        {%- set lines = ['', 'Arrivals and where they went', '----------------------------'] -%}
        {%- set totals = run_query(
            "select 'released', null, count(*) from " ~ relations.resequencer__released ~ ' where not is_stand_in'
            ~ " union all select 'bypass', reason, count(*) from " ~ relations.resequencer__bypass ~ ' group by reason'
            ~ " union all select 'failure', reason, count(*) from " ~ relations.resequencer__failure ~ ' group by reason'
            ~ " union all select 'nohit', null, count(*) from " ~ relations.resequencer__nohit
            ~ " union all select 'pending', reason, count(*) from " ~ relations.resequencer__pending ~ ' group by reason'
        ).rows -%}
        {%- set total = namespace(count=0) -%}
        {%- for row in totals -%}{%- set total.count = total.count + row[2] | int -%}{%- endfor -%}
        {%- do lines.append('%-9s %8d' | format('arrivals', total.count)) -%}
        {%- for outlet in ['released', 'bypass', 'failure', 'nohit', 'pending'] -%}
            {%- set reasons = [] -%}
            {%- set count = namespace(value=0) -%}
            {%- for row in totals if row[0] == outlet -%}
                {%- set count.value = count.value + row[2] | int -%}
                {%- if row[1] -%}{%- do reasons.append(row[1] ~ ' ' ~ row[2]) -%}{%- endif -%}
            {%- endfor -%}
            {%- do lines.append('%-9s %8d   %s' | format(outlet, count.value, reasons | sort | join(', '))) -%}
        {%- endfor -%}

        {%- set incomplete = run_query(
            'select completeness.ruleset, completeness.sequence_id, completeness.missing_count, first_gap.range_start, first_gap.range_end,'
            ~ ' case when completeness.epoch = position.epoch then position.pending_count else 0 end as pending_count,'
            ~ ' count(*) over () as incomplete_count'
            ~ ' from ' ~ relations.resequencer__sequence_completeness ~ ' as completeness'
            ~ ' inner join (select ruleset, sequence_id, epoch, min_by(struct(range_start, range_end), range_start) as gap from ' ~ relations.resequencer__missing_ranges ~ ' group by ruleset, sequence_id, epoch) as gaps'
            ~ ' on gaps.ruleset = completeness.ruleset and gaps.sequence_id = completeness.sequence_id and gaps.epoch = completeness.epoch'
            ~ ' inner join ' ~ relations.resequencer__next_expected ~ ' as position'
            ~ ' on position.ruleset = completeness.ruleset and position.sequence_id = completeness.sequence_id'
            ~ ' cross join lateral (select gaps.gap.range_start, gaps.gap.range_end) as first_gap'
            ~ ' where not completeness.is_complete and coalesce(completeness.missing_count > 0, true)'
            ~ ' order by pending_count desc, completeness.missing_count desc, completeness.sequence_id limit 10'
        ).rows -%}
        {%- do lines.extend(['', 'Incomplete sequences' ~ (' (the 10 that hold most, of ' ~ incomplete[0][6] ~ ')' if incomplete and incomplete[0][6] > 10 else ''), '--------------------']) -%}
        {%- if not incomplete -%}
            {%- do lines.append('none: nothing is missing') -%}
        {%- else -%}
            {%- do lines.append('%-32s %9s %15s %8s' | format('sequence', 'missing', 'first missing', 'held')) -%}
        {%- endif -%}
        {%- for row in incomplete -%}
            {%- set range = row[3] | string if row[3] == row[4] else row[3] ~ '-' ~ row[4] -%}
            {%- do lines.append('%-32s %9s %15s %8s' | format((row[0] ~ ' / ' ~ row[1])[:32], row[2] | int if row[2] is not none else '?', range, row[5])) -%}
        {%- endfor -%}

        {%- set bypassed = run_query(
            'select ruleset, sequence_id, count(*) over () as bypassed_count from (select *, max(epoch) over (partition by ruleset, sequence_id) as newest_epoch from '
            ~ relations.resequencer__session_state
            ~ ") where status_reason = 'all_bypassed' and epoch <=> newest_epoch order by updated_at desc, sequence_id limit 10"
        ).rows -%}
        {%- if bypassed -%}
            {%- do lines.extend(['', 'Sequences whose last 20 arrivals were all bypassed' ~ (' (the 10 newest, of ' ~ bypassed[0][2] ~ ')' if bypassed | length < bypassed[0][2] | int else ''), '--------------------------------------------------']) -%}
            {%- for row in bypassed -%}{%- do lines.append(row[0] ~ ' / ' ~ row[1]) -%}{%- endfor -%}
            {%- do lines.append('Where their senders begin again under the same id, set restart or reopen (docs/settings.md).') -%}
        {%- endif -%}

        {%- set schema = relations.resequencer__released.schema -%}
        {%- do lines.extend(['', 'Where to look next',
            '------------------',
            'what is missing        select sequence_id, range_start, range_end, status from ' ~ schema ~ '.resequencer__missing_ranges',
            'why is this waiting    select message_id, sequence_id, reason, blocked_by, freed_by from ' ~ schema ~ '.resequencer__pending',
            'why was this bypassed  select message_id, sequence_id, sequence_number, reason, late_by_ms from ' ~ schema ~ '.resequencer__bypass',
            'what is wrong with it  select message_id, reason, detail from ' ~ schema ~ '.resequencer__failure',
            '(each with: .venv/bin/dbt show --inline "…" --limit 50)',
        ]) -%}
        {%- for line in lines -%}{%- do print(line) -%}{%- endfor -%}
    {%- endif -%}
{%- endmacro %}
