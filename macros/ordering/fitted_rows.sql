{% macro fitted_rows(clock) -%}
    {#-
        session_size: at most so many of a group are held at the end of a run. on_overflow: release (the lowest keys
        leave until the rest fits, and with the last of them what follows it without a gap: its turn has come), bypass
        (the newest that came in this run) or fail (the run stops). Judged at each run's clock, so it depends on when
        runs are.
    -#}
    {%- set later = _leaves_later() -%}
    {%- set is_held = "verdict <=> 'pending' and is_ordered" ~ (' and not has_turn' if later) ~ (' and not is_fill' if _fills()) -%}
    {#- Those equal to the last that leaves are not held either, where there is a threshold. -#}
    {%- set reach = 'coalesce(island' ~ (', case when not is_session then number end' if _any_group('session_us') else ', number' if _has_loose_keys()) ~ ')' -%}
    {%- set leaves = 'held_so_far <= overflowing or coalesce(' ~ reach ~ ' <= max(case when ' ~ is_held ~ ' and held_so_far <= overflowing then ' ~ reach ~ ' end) over (' ~ up() ~ ' ' ~ whole() ~ '), false)' -%}
    {%- set line = 'over (' ~ up() ~ ' ' ~ whole() ~ ')' -%}
    {%- set at_clock = "case when pmod(-" ~ clock ~ ", coalesce(heartbeat_us, 1)) = 0 then 'released' else 'pending' end" if _any_group('heartbeat_us') else "'released'" -%}
    {%- set groups = order_groups().values() | rejectattr('session_size', 'none') | list -%}
    {%- set may_bypass = groups | selectattr('on_overflow', 'equalto', 'bypass') | list | length > 0 -%}
    {%- set may_fail = groups | selectattr('on_overflow', 'equalto', 'fail') | list | length > 0 -%}
    select
        * except (verdict, is_released, {{ 'has_turn, ' if later }}reason, left_at, due_us, {{ 'release_us, ' if _any_group('holds_whole') }}overflowing, held_so_far{{ ', newer_held' if may_bypass }}),
        case
            when not overflows then verdict
            {%- if may_fail %}
            when on_overflow = 'fail' then raise_error(concat(
                'resequencer__rulesets ', message.ruleset, '.session_size is ', session_size, ', but of the group "', group_key, '" ', session_size + overflowing,
                ' messages would be held, and on_overflow is fail. It may be: a larger session_size; or on_overflow: release or bypass.'
            ))
            {%- endif %}
            when on_overflow = 'release' then {{ at_clock }}
            else 'bypass'
        end as verdict,
        is_released or (overflows and on_overflow = 'release'{{ ' and ' ~ at_clock ~ " = 'released'" if later }}) as is_released,
        {% if later -%}
        has_turn or (overflows and on_overflow = 'release') as has_turn,
        {% endif -%}
        -- What waits for a tick of the heartbeat is not marked before it leaves; for the end of its session it waits no more.
        case
            when not overflows then reason
            when on_overflow <> 'release' or {{ at_clock }} <> 'pending' then 'overflow'
            when reason = 'session_open' then 'baking'
            else reason
        end as reason,
        case when overflows and on_overflow = 'release' then struct({{ clock }} as arrival_us, 9223372036854775807 as intake, 9223372036854775807 as place) else left_at end as left_at,
        case when overflows and on_overflow = 'release' then {{ clock }} else due_us end as due_us
        {%- if _any_group('holds_whole') %},
        case when overflows and on_overflow = 'release' then {{ clock }} else release_us end as release_us
        {%- endif %}
    from (
        select
            *,
            -- A group without session_size overflows by null.
            {{ is_held }} and coalesce(overflowing, 0) > 0
            and {{ "case on_overflow when 'bypass' then is_new and newer_held < overflowing else " ~ leaves ~ ' end' if may_bypass else '(' ~ leaves ~ ')' }} as overflows
        from (
            select
                *,
                count(case when {{ is_held }} then 1 end) {{ line }} - session_size as overflowing,
                count(case when {{ is_held }} then 1 end) over ({{ up() }} {{ so_far() }}) as held_so_far
                {%- if may_bypass %},
                count(case when {{ is_held }} and is_new then 1 end) over (
                    {{ line_partition() }} order by arrival_us desc nulls last, intake desc, place desc {{ before_this() }}
                ) as newer_held
                {%- endif %}
            from decided
        ) as held
    ) as overflown
{%- endmacro %}
