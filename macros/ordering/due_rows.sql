{% macro due_rows(bakes, source) -%}
    {%- set sessions = _any_group('session_us') -%}
    {%- set claims = _any_group('claims') -%}
    {%- set stands_in = _any_group('max_stand_ins') -%}
    {#-
        b(k)        =  T + min{ a_j : k_j >= k }
        release(k)  =  in the head island:  max of a over the island up to k
                       in any other:        max( b(island start), max of a over the island up to k )
        Keys of which only the order is known are islands of one; at the threshold they leave on arrival.
        The largest (island, x) so far is x within the newest island; b never falls going up, so the least
        b of an island is that of its start. A session leaves when it ends. No b at all: a last number put an end to the baking.
    -#}
    select
        *,
        case
            {%- if _leaves_later() %}
            when kind = 'due' then turn_us
            {%- endif %}
            when not is_in_line then null
            {%- if sessions %}
            when is_session then session_end_us
            {%- endif %}
            when not is_sequence then {{ 'case when is_at_threshold' ~ (' or claimed_at < struct(arrival_us, intake, place)' if claims else '') ~ ' then arrival_us when reached_us is not null then greatest(' ~ baked_us('reached_us') ~ ', arrival_us) end' if bakes else 'null' }}
            when island <=> expected then island_arrived.arrival_us
            {% if bakes -%}
            when bake_us is not null{{ ' and (suspended_from is null or island <= last_free_island)' if stands_in }} and island_baked.unbaked_us is not null then greatest(-island_baked.unbaked_us, island_arrived.arrival_us)
            {%- endif %}
        end as due_us
    from (
        select
            *,
            {{ next_number('threshold') }} as expected,
            {{ told('max(case when is_in_line then struct(island, arrival_us, intake, place) end) over (' ~ up() ~ ' ' ~ so_far() ~ ')', 'told_arrived', 'greatest') }} as island_arrived
            {%- if stands_in %},
            -- Behind a gap that suspends, what goes on from below it is free.
            max(case when is_in_line and number < suspended_from then island end) over ({{ up() }} {{ whole() }}) as last_free_island
            {%- endif %}
            {%- if bakes %},
            {{ told('max(case when is_in_line then struct(island, -(' ~ baked_us('reached_us') ~ ') as unbaked_us) end) over (' ~ up() ~ ' ' ~ so_far() ~ ')', 'told_baked', 'greatest') }} as island_baked
            {%- endif %}
        from {{ source }}
    ) as expecting
{%- endmacro %}
