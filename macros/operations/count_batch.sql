{% macro count_batch() -%}
    {#-
        After the ledger's commit, and before older batches are tidied: what this batch has come to, in lines that `tell_of_batch` logs at the
        run's end. What has arrived is what the outlets have of this batch, less what was held before. Not asked for where nobody reads it (--quiet).
    -#}
    {%- if execute and not flags.QUIET and not current_batch().is_idle -%}
        {%- set batch = current_batch() -%}
        {%- set is_late = 'effective_arrived_at = timestamp_micros(' ~ batch.previous_clock_us ~ ') and arrived_at < effective_arrived_at' if batch.previous is not none else 'false' -%}
        {%- set counted = run_query(
            'select disposition, batch_group = ' ~ batch.number ~ ' as is_new, reason, count(*) as n, count_if(' ~ is_late ~ ') as late_count,'
            ~ ' max(case when ' ~ is_late ~ ' then unix_micros(effective_arrived_at) - unix_micros(arrived_at) end) as late_us from ' ~ this
            ~ " where disposition in ('released', 'bypass', 'failure', 'nohit', 'pending') and not coalesce(is_stand_in, false) and (batch_group = " ~ batch.number
            ~ (" or disposition = 'pending' and batch_group = " ~ batch.previous if batch.previous is not none else '') ~ ') group by all order by n desc, reason'
        ).rows -%}
        {%- set now = counted | selectattr('is_new') | list -%}
        {%- set told = [] -%}
        {%- for outlet, what in {'released': 'released', 'bypass': 'bypassed', 'failure': 'failed', 'nohit': 'of no ruleset', 'pending': 'held'}.items() -%}
            {%- set of_outlet = now | selectattr('disposition', 'equalto', outlet) | list -%}
            {%- set reasons = [] -%}
            {%- for row in of_outlet if row.reason -%}{%- do reasons.append('{:,} {}'.format(row.n | int, row.reason)) -%}{%- endfor -%}
            {%- do told.append('{:,} {}'.format(of_outlet | map(attribute='n') | map('int') | sum, what) ~ (' (' ~ reasons | join(', ') ~ ')' if reasons else '')) -%}
        {%- endfor -%}
        {%- set arrived = (now | map(attribute='n') | map('int') | sum) - (counted | rejectattr('is_new') | map(attribute='n') | map('int') | sum) -%}
        {%- set lines = ['{:,} arrived: '.format(arrived) ~ told | join(', ')] -%}
        {%- set late = now | map(attribute='late_count') | map('int') | sum -%}
        {%- if late > 0 -%}
            {%- set most = modules.datetime.timedelta(microseconds=now | map(attribute='late_us') | reject('none') | map('int') | max) -%}
            {%- do lines.append('{:,} of them landed after the clock had passed them, by {} at most, and count as arrived then (docs/operations.md, Replay)'.format(late, most)) -%}
        {%- endif -%}
        {%- do graph.update({'_resequencer_came_to': {'invocation': invocation_id, 'batch': batch.number, 'lines': lines}}) -%}
        {%- do say('batch ' ~ batch.number ~ ' is committed') -%}
    {%- endif -%}
{%- endmacro %}
