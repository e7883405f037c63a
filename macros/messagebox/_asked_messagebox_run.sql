{% macro _asked_messagebox_run() -%}
    {#- The run of messagebox_run, asked of the lake. -#}
    {%- set last = newest_messagebox_batch() -%}
    {%- set arrivals, inputs, versions = model_relation('resequencer__arrivals'), model_relation('resequencer__inputs'), model_relation('resequencer__subscription_versions') -%}
    {%- set is_rebuild = flags.FULL_REFRESH and last is not none -%}
    {%- set seen = {} if is_rebuild or last is none else last -%}
    {%- set run = {
        'number': (last or {}).get('run', 0) + 1,
        'clock_us': run_clock({'clock_us': last.last_clock_us, 'number': last.number, 'arrivals_to': last.arrivals_to} if last else none),
        'previous_clock_us': (last or {}).get('last_clock_us'),
        'last': (last or {}).get('number'),
        'is_rebuild': is_rebuild,
        'is_continued': not is_rebuild and last is not none and not last.is_whole,
        'arrivals_from': seen.get('arrivals_to') if seen.get('is_whole', true) else seen.get('open_arrivals_from'),
        'inputs_from': seen.get('inputs_to') if seen.get('is_whole', true) else seen.get('open_inputs_from'),
        'arrivals_new': (last or {}).get('arrivals_to'),
        'inputs_new': (last or {}).get('inputs_to'),
        'arrivals_to': (last or {}).get('arrivals_to'),
        'inputs_to': (last or {}).get('inputs_to'),
        'waiting': [],
        'asks_again': false,
        'names_instances': false,
        'names_messages': false,
        'is_idle': false,
        'newest_count': none,
    } -%}
    {%- if not execute or (settings().arrivals_relation is none and arrivals is none) -%}
        {%- do return(run) -%}
    {%- endif -%}
    {%- set newest, reported = newest_arrival(arrivals, seen.get('arrivals_to')), newest_input(inputs, seen.get('inputs_to')) -%}
    {%- do run.update({
        'arrivals_to': ([newest.intake, run.arrivals_to] | reject('none') | list or [none]) | max,
        'inputs_to': ([reported.intake, run.inputs_to] | reject('none') | list or [none]) | max,
    }) -%}
    {%- do run.update({'newest_count': rows_at_cursor(run.arrivals_to)}) -%}
    {%- set due = 0 -%}
    {%- if last is not none and not is_rebuild -%}
        {%- set waiting = run_query(
            'select cast(intake as string), disposition from ' ~ messagebox_relation() ~ " where disposition in ('after_clock', 'input') and batch_group = " ~ last.number
            ~ ' and moment.us <= ' ~ run.clock_us ~ ' group by intake, disposition'
        ).rows -%}
        {%- for row in waiting if row[1] == 'after_clock' -%}{%- do run.waiting.append(row[0] | int) -%}{%- endfor -%}
        {%- set due = waiting | length -%}
    {%- endif -%}
    {%- if inputs is not none -%}
        {%- set asked = run_query(
            "select distinct explode(array(case when kind = 'action' then record.action when record.instance_uid is not null then 'named' else 'outcome' end, case when kind = 'delivery' and record.message_uid is not null then 'message' end)) from (select kind, record, intake from " ~ inputs
            ~ ' union all select kind, input, null from ' ~ (messagebox_relation() if last is not none else "(select '' as kind, cast(null as " ~ box_type('input') ~ ") as input, '' as disposition, 0 as batch_group) as box") ~ " where disposition = 'input' and batch_group = " ~ (last or {}).get('number', 0)
            ~ ') where intake is null or intake > ' ~ (run.inputs_from or 0)
        ).columns[0].values() -%}
        {%- do run.update({
            'names_messages': 'message' in asked,
            'asks_again': 'reroute' in asked or 'backfill' in asked,
            'names_instances': asked | reject('in', [none, 'outcome', 'message', 'reroute', 'backfill', 'enlist', 'start', 'stop', 'unenlist']) | list | length > 0,
        }) -%}
    {%- endif -%}
    {%- set changes = run_query('select 1 from ' ~ versions ~ ' where valid_from_run > ' ~ (last or {}).get('run', 0) ~ ' limit 1').rows | length if versions is not none else 0 -%}
    {%- do run.update({
        'is_idle': last is not none and not is_rebuild and not run.is_continued and newest.intake is none and reported.intake is none and due == 0 and changes == 0,
    }) -%}
    {%- if run.is_idle -%}
        {%- do log('resequencer: nothing new to route (batch ' ~ last.number ~ ' of the MessageBox stands)', info=true) -%}
    {%- else -%}
        {%- do compile_if_worthwhile(newest['count'] + reported['count']) -%}
    {%- endif -%}
    {%- do return(run) -%}
{%- endmacro %}
