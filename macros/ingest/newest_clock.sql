{% macro newest_clock(previous) -%}
    {#-
        The clock of a run with `resequencer__as_of: newest`, in microseconds since 1970: the newest arrival time that has landed, of those that are
        not after now, and never earlier than the clock of the run before. While there is none it is a time before all others, by which nothing
        is due. What a former run took in has been looked at by it, but for what was after now then and waits.
    -#}
    {%- set earliest_us = -62135424000000000 -%}
    {%- set before_us = previous.get('clock_us', earliest_us) -%}
    {%- set records, after = model_relation('stg_resequencer__records'), previous.get('arrivals_to') -%}
    {%- set owned = settings().arrivals_relation is none -%}
    {%- if records is none or (owned and model_relation('resequencer__arrivals') is none) -%}
        {%- do return(before_us) -%}
    {%- endif -%}
    {%- set landed = 'select unix_micros(arrived_at) as us from ' ~ records -%}
    {%- if after is not none and owned -%}
        {%- set landed = landed ~ ' where intake > ' ~ after -%}
    {%- elif after is not none -%}
        {#- Rows may be found a little below the cursor as well. -#}
        {%- set least = {'timestamps': -62135596800000000, 'dates': -719162}.get(arrivals_by(), -9223372036854775808) -%}
        {%- set landed = landed ~ ' where intake_cursor >= ' ~ cursor_literal([after - lookback(), [least, after] | min] | max) -%}
    {%- endif -%}
    {%- set waiting = [] -%}
    {%- if previous.get('number') is not none and has_subscriptions() -%}
        {%- do waiting.append('select moment.us from ' ~ model_relation('resequencer__messagebox') ~ " where disposition = 'after_clock' and batch_group = " ~ previous.number) -%}
    {%- elif previous.get('number') is not none -%}
        {%- do waiting.append('select unix_micros(arrived_at) from ' ~ ledger_relation() ~ " where disposition = 'pending' and reason = 'after_clock' and batch_group = " ~ previous.number) -%}
    {%- endif -%}
    {%- set newest = run_query(
        'select cast(max(us) as string) from (' ~ ([landed] + waiting) | join(' union all ') ~ ') as arrivals where us <= unix_micros(current_timestamp())'
    ).rows[0][0] -%}
    {%- do return([before_us, newest | int if newest is not none else before_us] | max) -%}
{%- endmacro %}
