{% macro why(message_id, ruleset=none, sequence=none) -%}
    {#-
        Operation (make why MESSAGE=…): prints of one message where it is and why, what it waits for, its hops (message_hops), and what comes
        before and after it in its sequence; a screen's length. Raises an error where there is no such message, or there are several.
    -#}
    {%- if execute -%}
        {%- set ledger, records, pending = model_relation('resequencer__ledger'), model_relation('stg_resequencer__records'), model_relation('resequencer__pending') -%}
        {%- set hops = run_query(message_hops(message_id, ruleset, sequence)).rows -%}
        {%- set places = [] -%}
        {%- for row in hops if (row.ruleset, row.sequence_id) not in places -%}{%- do places.append((row.ruleset, row.sequence_id)) -%}{%- endfor -%}
        {%- if not places -%}
            {%- set landed = run_query('select 1 from ' ~ records ~ ' where message_id = ' ~ sql_text(message_id) ~ ' limit 1').rows if records is not none else [] -%}
            {%- do exceptions.raise_compiler_error(
                message_id ~ (' has landed, and the next run decides about it.' if landed and ruleset is none and sequence is none
                else ' is no message that a run has taken in' ~ (' of that ruleset and sequence' if ruleset is not none or sequence is not none else '') ~ ': look for its id in stg_resequencer__records, or run once.')
            ) -%}
        {%- elif places | length > 1 -%}
            {%- set lines = [] -%}
            {%- for place in places[:20] -%}{%- do lines.append('  RULESET=' ~ place[0] ~ ' SEQUENCE=' ~ place[1]) -%}{%- endfor -%}
            {%- do exceptions.raise_compiler_error(
                message_id ~ ' is the id of messages of ' ~ places | length ~ ' sequences. Say which, by one of these or both:\n' ~ lines | join('\n')
            ) -%}
        {%- endif -%}

        {%- set of_sequence = 'ruleset <=> ' ~ (sql_text(places[0][0]) if places[0][0] is not none else 'null') ~ ' and sequence_id = ' ~ (sql_text(places[0][1]) if places[0][1] is not none else 'null') -%}
        {%- set is_it = 'message_id = ' ~ sql_text(message_id) -%}
        {%- set verdict = hops | rejectattr('hop', 'in', ['landed', 'arrived', 'routed', 'handed on']) | list | last -%}
        {%- set lines = ['', message_id ~ ' (ruleset ' ~ places[0][0] ~ ', sequence ' ~ places[0][1] ~ '): ' ~ verdict.hop ~ ', ' ~ verdict.what, ''] -%}
        {%- for row in run_query('select freed_by from ' ~ pending ~ ' where ' ~ of_sequence ~ ' and ' ~ is_it ~ ' and freed_by is not null').rows if pending is not none -%}
            {%- do lines.extend(['It waits for ' ~ row[0] ~ '.', '']) -%}
        {%- endfor -%}
        {%- for row in hops -%}
            {%- do lines.append('%-26s  %-10s %s' | format(row.at | string if row.at is not none else '', row.hop, row.what)) -%}
        {%- endfor -%}

        {#- By key, as the sequence is ordered; what cannot be ordered has none. -#}
        {%- set line = decided_messages(ledger) ~ ' and ' ~ of_sequence -%}
        {%- set around = run_query(
            'select * from (select *, min(case when is_it then nth end) over () as first_nth, max(case when is_it then nth end) over () as last_nth from ('
            ~ 'select coalesce(cast(sequence_number as string), sort_key) as key, message_id, ' ~ is_it ~ ' as is_it, disposition, reason, settled_at, release_position,'
            ~ ' row_number() over (order by epoch, sequence_number, key_value, effective_arrived_at, intake, place) as nth from (' ~ line ~ '))) where nth between first_nth - 4 and last_nth + 4 order by nth limit 20'
        ).rows -%}
        {%- do lines.extend(['', 'Before and after it in its sequence', '%-3s %-20s %-32s %-9s %-26s %s' | format('', 'key', 'message', 'where', 'since', 'why')]) -%}
        {%- for row in around -%}
            {%- do lines.append(('%-3s %-20s %-32s %-9s %-26s %s' | format(
                '>' if row.is_it else '', (row.key or '')[:20], (row.message_id or '')[:32], 'held' if row.disposition == 'pending' else row.disposition,
                row.settled_at | string if row.settled_at is not none else '', row.reason or '',
            )).rstrip()) -%}
        {%- endfor -%}
        {%- for line in lines -%}{%- do print(line) -%}{%- endfor -%}
    {%- endif -%}
{%- endmacro %}
