{% macro line_rows(clock) -%}
    {#-
        kind: message, head, gap, claim; due: a message whose turn has come, but which has not left (turn_us, given_position);
        left: one that has left an open session for want of room.
        number: of a message its key, of a gap its first number, of a head null, of a claim up to which key it claims. A line that counts down is read in the mirror: ~number counts up.
        is_fill: no message, but a number that will not come (filled_by: why; was_met: it came later all the same); in the line
        it stands as a message would. held_until_us: of a session, how long it was to be held. is_new: in line for the first time.
        line_id is a hash, cheap to compare; together with group_key it is the line.
        message: what is only written again, in one column: Spark copies it as a whole through every window.
        Of the raw record nothing is kept but where it may have to be shown: of a failure.
    -#}
    {%- set claims = _any_group('claims') -%}
    {%- set sessions = _any_group('session_us') -%}
    {%- set later = _leaves_later() -%}
    {%- set reopens = _has_epochs() -%}
    {%- set fills = _fills() -%}
    select
        {% for field in line_fields() -%}
        {{ order_group_field(field) }} as {{ field }},
        {% endfor -%}
        rows_.order_group,
        rows_.group_key,
        {{ 'kinds.kind' if claims else 'rows_.kind' }} as kind,
        rows_.is_new,
        {{ 'case when ' ~ order_group_field('is_descending') ~ ' and rows_.gap is null then ~rows_.number else rows_.number end' if _any_group('is_descending') else 'rows_.number' }} as number,
        rows_.arrival_us,
        rows_.intake,
        rows_.place,
        rows_.rejection_outlet,
        rows_.message,
        {% if _has_ranked_keys() -%}
        rows_.key_value,
        rows_.last_key_value,
        {% endif -%}
        rows_.head,
        rows_.gap,
        {% if claims -%}
        rows_.claim,
        {% endif -%}
        {% if later -%}
        rows_.turn_us,
        rows_.given_position,
        {% endif -%}
        {% if sessions -%}
        rows_.held_until_us,
        {% endif -%}
        {% if reopens -%}
        rows_.epoch,
        {% endif -%}
        {% if fills -%}
        rows_.is_fill,
        rows_.filled_by,
        rows_.was_met,
        {% endif -%}
        {% if _has_loose_keys() -%}
        case when {{ order_group_field('is_unique') }} or rows_.kind {{ "not in ('message', 'left')" if sessions else "<> 'message'" }} then ''{{ ' when ' ~ order_group_field('releases_repeats') ~ " then concat_ws(' ', message.message_id, rows_.intake, rows_.place)" if _any_group('releases_repeats') }} else message.message_id end as dedupe_id,
        {% endif -%}
        {% set kind = 'kinds.kind' if claims else 'kind' -%}
        coalesce({{ kind }} <> 'message' or (rejection_outlet is null and arrival_us <= {{ clock }}), false) as is_ordered,
        case
            when {{ kind }} <> 'message' or (rejection_outlet is null and arrival_us <= {{ clock }})
                then {{ line_id('rows_.order_group', 'group_key') }}
            else xxhash64(intake, place)
        end as line_id
    from (
        select
            'message' as kind,
            true as is_new,
            order_group,
            group_key,
            sequence_number as number,
            arrival_us,
            intake,
            place,
            rejection_outlet,
            {{ message_struct('arrived_us', 'rejection_detail') }} as message,
            {% if _has_ranked_keys() -%}
            key_value,
            cast(null as {{ key_value_type() }}) as last_key_value,
            {% endif -%}
            cast(null as {{ head_type() }}) as head,
            cast(null as {{ gap_type() }}) as gap
            {%- if claims %},
            claim
            {%- endif %}
            {%- if later %},
            cast(null as bigint) as turn_us,
            cast(null as bigint) as given_position
            {%- endif %}
            {%- if sessions %},
            cast(null as bigint) as held_until_us
            {%- endif %}
            {%- if reopens %},
            cast(null as bigint) as epoch
            {%- endif %}
            {%- if fills %},
            false as is_fill,
            cast(null as string) as filled_by,
            false as was_met
            {%- endif %}
        from arriving
        union all
        select
            case
                {%- if claims %}
                when disposition = 'claim' then 'claim'
                {%- endif %}
                {%- if sessions %}
                when disposition = 'left' then 'left'
                {%- endif %}
                when gap is not null then 'gap' when head is not null then 'head'{{ " when has_turn then 'due'" if later }} else 'message'
            end,
            coalesce(reason = 'after_clock', false),
            order_group,
            sequence_id,
            case when gap is not null then gap.range_start else sequence_number end,
            unix_micros(effective_arrived_at),
            intake,
            place,
            rejection_outlet,
            case when gap is null and head is null{{ " and disposition <> 'claim'" if claims }}{{ " and disposition <> 'fill'" if fills }} then {{ message_struct('unix_micros(arrived_at)', 'detail') }} end,
            {% if _has_ranked_keys() -%}
            key_value,
            last_key_value,
            {% endif -%}
            head,
            gap
            {%- if claims %},
            claim
            {%- endif %}
            {%- if later %},
            unix_micros(turn_at),
            release_position
            {%- endif %}
            {%- if sessions %},
            unix_micros(turn_at)
            {%- endif %}
            {%- if reopens %},
            epoch
            {%- endif %}
            {%- if fills %},
            disposition = 'fill',
            case when disposition = 'fill' then detail end,
            disposition = 'fill' and reason is not null
            {%- endif %}
        from carried
        {%- if reopens and settings().actions is not none %}
        union all
        -- A sequence that begins anew has a head of its own, also before anything comes.
        select
            'head',
            false,
            order_group,
            group_key,
            null,
            arrival_us,
            intake,
            place,
            null,
            null,
            {{ 'null, null,' if _has_ranked_keys() }}
            {{ head_that_begins('begins_at') }},
            null,
            {{ 'null,' if claims }}
            {{ 'null, null,' if later }}
            {{ 'null,' if sessions }}
            null
            {{ ', false, null, false' if fills }}
        from turning
        where action = 'reset'
        {%- endif %}
        {%- if fills %}
        union all
        select
            'message',
            true,
            order_group,
            group_key,
            number,
            arrival_us,
            intake,
            place,
            null,
            null,
            {{ 'null, null,' if _has_ranked_keys() }}
            null,
            null,
            {{ 'null,' if claims }}
            {{ 'null, null,' if later }}
            {{ 'null,' if sessions }}
            {{ 'null,' if reopens }}
            true,
            filled_by,
            false
        from filled
        {%- endif %}
    ) as rows_
    {{- order_groups_join('rows_', '(' ~ order_groups_relation() ~ ')') }}
    {%- if claims %}
    -- A claim is a message that goes its way at once, and, where it has a group, a mark in the line.
    lateral view explode(case when kind = 'message' and claim.is_claim and arrival_us <= {{ clock }} and (rejection_outlet = 'nohit' or message.rejection_reason = 'missing_key') then array('message', 'claim') else array(kind) end) kinds as kind
    {%- endif %}
{%- endmacro %}
