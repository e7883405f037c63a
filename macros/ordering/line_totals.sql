{% macro line_totals() -%}
    {#-
        What a line comes to, its new head above all: a column's name and the aggregate over its rows each. The head of the last
        batch counts for all that came before.
        Jinja: a mapping, by which `counted_rows` writes windows, and `releases_by_part` groups of parts.
    -#}
    {%- set sessions = _any_group('session_us') -%}
    {%- set claims = _any_group('claims') -%}
    {%- set stands_in = _any_group('max_stand_ins') -%}
    {%- set later = _leaves_later() -%}
    {%- set holds = _any_group('holds_whole') -%}
    {%- set ends = _any_group('delivers') -%}
    {%- set fills = _fills() -%}
    {%- set real = ' and not is_fill' if fills else '' -%}
    {%- set key = 'case when is_session then ' ~ as_published('message.number') ~ ' else number end' if sessions else 'number' -%}
    {%- set totals = {} -%}
    {%- if stands_in or _any_group('alarm_us') -%}
        {%- set suspended = 'case when suspended_from is not null then suspends_after_us end' -%}
        {%- set after_us = 'coalesce(alarm_us, ' ~ suspended ~ ')' if stands_in and _any_group('alarm_us') else suspended if stands_in else 'alarm_us' -%}
        {%- do totals.update({'line_suspends_us': "min(case when verdict = 'pending' and is_in_line" ~ (' and not has_turn' if later) ~ ' then reached_us + ' ~ after_us ~ ' end)'}) -%}
    {%- endif -%}
    {%- if later -%}
        {%- do totals.update({
            'line_leaving_count': "count(case when verdict = 'pending' and has_turn" ~ real ~ ' then 1 end)',
            'line_waiting_count': "count(case when verdict = 'pending' and has_turn" ~ (' and not holds_whole' if holds) ~ real ~ ' then 1 end)',
            'line_left': "max(case when kind = 'head' then head.left_threshold when is_released" ~ (' and not is_session' if sessions) ~ ' then number' ~ (" when kind = 'claim' then number" if claims) ~ ' end)',
        }) -%}
    {%- endif -%}
    {%- if holds -%}
        {%- do totals.update({'line_turn': "max(case when kind = 'head' then threshold when has_turn" ~ (' and not is_session' if sessions) ~ ' then number' ~ (" when kind = 'claim' then number" if claims) ~ ' end)'}) -%}
    {%- endif -%}
    {%- if ends -%}
        {%- do totals.update({'line_ended_us': 'max(ended_us)'}) -%}
    {%- endif -%}
    {#- Below the first release of start: auto nothing is missing. -#}
    {%- set settled -%}
        sum(
                case
                    when kind = 'head' then head.settled_numbers
                    when {{ 'is_fill then 0 when comes_for_filled or ' if fills }}is_released{{ ' or is_given_up' if ends }} then 1
                    when is_hit and cover.state <> 'unasked' then 1
                    when is_new_number and is_late and (start_number is not null or threshold is not null or number > first_in_line) then 1
                    else 0
                end
            )
    {%- endset -%}
    {%- set has_changed -%}
        max(coalesce(is_new or verdict <> 'pending'{{ ' or exists(facts, fact -> fact.fact <> \'flight\') or (kind = \'head\' and (arrival_us is not null or line_gate.waiting is distinct from head.gate.waiting or size(line_gate.ends) > size(coalesce(head.gate.ends, array()))))' if ends }}, false))
    {%- endset -%}
    {%- set last_left -%}
        min(
                case
                    when {{ 'case when holds_whole then is_released else has_turn end' if holds else has_turn() }} and number >= last_number then {{ left_us() }}
                    when kind = 'head' and threshold >= last_number{{ ' and not holds_whole' if holds }} then {{ leaving_us('head.threshold_released_us') }}
                    {%- if claims %}
                    when kind = 'claim' and number >= last_number then {{ leaving_us('arrival_us') }}
                    {%- endif %}
                end
            )
    {%- endset -%}
    {%- set updated -%}
        max(case when kind = 'head' then head.updated_us else greatest(arrival_us, case when is_released then {{ left_us() }} end{{ ', case when is_given_up then ended_us end' if ends }}) end)
    {%- endset -%}
    {%- do totals.update({
        'line_last_position': 'sum(' ~ places() ~ ')',
        'line_top': 'max(' ~ threshold_since(', key_value' if _has_ranked_keys() else '') ~ ')',
        'line_first_before': 'max(head.first_number)',
        'line_first_turn': 'min(case when ' ~ has_turn() ~ ' then ' ~ key ~ ' end)',
        'line_lowest_held': "min(case when verdict = 'pending'" ~ real ~ ' then ' ~ key ~ ' end)',
        'line_highest_received': "max(case when kind = 'head' then head.highest_received when is_eligible" ~ real ~ ' then ' ~ key ~ ' end)',
        'line_received_count': "sum(case when kind = 'head' then head.received_count when is_new and kind = 'message'" ~ real ~ ' then 1 else 0 end)',
        'line_released_count': "sum(case when kind = 'head' then head.released_count when is_released" ~ real ~ ' then 1 else 0 end)',
        'line_duplicate_count': "sum(case when kind = 'head' then head.duplicate_count when reason = 'duplicate'" ~ real ~ ' then 1 else 0 end)',
        'line_late_count': "sum(case when kind = 'head' then head.late_count when reason = 'late'" ~ real ~ ' then 1 else 0 end)',
        'line_settled_numbers': settled,
        'line_pending_count': "count(case when verdict = 'pending'" ~ real ~ ' then 1 end)',
        'line_has_changed': has_changed,
        'head_closed_us': 'max(head.closed_us)',
        'last_left_us': last_left,
        'line_updated_us': updated,
    }) -%}
    {%- do return(totals) -%}
{%- endmacro %}
