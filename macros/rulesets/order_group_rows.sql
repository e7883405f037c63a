{% macro order_group_rows(rulesets=none) -%}
    {#-
        The order groups as SQL literals. Numbers of a group that counts down are mirrored (`mirrored`): it is ordered
        as one that counts up.
          is_sequence     its numbers have no gaps
          is_unique       a number is one message's
          releases_repeats  a message that comes again is another one
          replaces          while its number waits for its turn it takes the place of the one before it
          bake_us, alarm_us, session_us, heartbeat_us, max_stand_ins, session_size, wrap_at, partial_us, start_after_us   null: none
          wrap_to         the lowest counter
          differs_in_order  the second part of its keys is ordered the other way than the first
          start_number    null: auto, or no sequence
          ttl_us          how long a claim is remembered
          delivers, is_reported, is_acknowledged, on_failure, max_attempts, retry_us, expire_us   as _delivery_setting has them
          counts_arrivals  it has no keys, and leaves as it comes; only where one does
          follows, restarts, begins_by_repeat, backward, forward, silence_us, within_us, max_gap, reopen_after_us, unique_us
                          as _restart_setting has them; only where one of the groups has any
          linked_by       as _link_setting has it; null: its messages say nothing of what they follow
          bake_periods    of bake_time: auto: which bake time was in force when; only where there is one
    -#}
    {%- set groups = order_groups(rulesets) -%}
    {%- set is_auto = groups.values() | selectattr('auto') | list | length > 0 -%}
    {%- set counts = groups.values() | selectattr('counts_arrivals') | list -%}
    {%- set follows = groups.values() | selectattr('follows') | list + groups.values() | rejectattr('unique_us', 'none') | list -%}
    {%- set rows_ = [] -%}
    {%- for name in groups -%}
        {%- set group = groups[name] -%}
        {%- set start = group.start if group.mode == 'sequence' and group.start != 'auto' else none -%}
        {%- set row = {
            'order_group': sql_text(name),
            'kernel': sql_text(kernel_of(group)),
            'is_ranked': 'true' if group.is_ranked else 'false',
            'alarms': 'true' if group.alarm_us is not none else 'false',
            'is_sequence': 'true' if group.mode == 'sequence' else 'false',
            'is_unique': 'true' if group.key_type == 'sequence' else 'false',
            'is_session': 'true' if group.mode == 'session' else 'false',
            'is_tumbling': 'true' if group.is_tumbling else 'false',
            'is_descending': 'true' if group.is_descending else 'false',
            'holds_whole': 'true' if group.holds_whole else 'false',
            'releases_repeats': 'true' if group.releases_repeats else 'false',
            'replaces': 'true' if group.replaces else 'false',
            'reopens': 'true' if group.reopens else 'false',
            'on_overflow': sql_text(group.on_overflow),
            'delivers': 'true' if group.delivers else 'false',
            'is_reported': 'true' if group.is_reported else 'false',
            'is_acknowledged': 'true' if group.is_acknowledged else 'false',
            'on_failure': sql_text(group.on_failure),
            'differs_in_order': 'true' if group.differs_in_order else 'false',
            'linked_by': sql_text(group.linked_by) if group.linked_by is not none else 'cast(null as string)',
            'wrap_to': 'cast(' ~ (group.wrap_to or 0) ~ ' as bigint)',
            'start_number': 'cast(' ~ ('null' if start is none else -1 - start if group.is_descending else start) ~ ' as bigint)',
            'step': 'cast(' ~ group.step ~ ' as bigint)',
        } -%}
        {%- for field in ['bake_us', 'alarm_us', 'session_us', 'heartbeat_us', 'max_stand_ins', 'session_size', 'wrap_at', 'partial_us', 'start_after_us', 'ttl_us', 'expire_us', 'max_attempts', 'retry_us'] -%}
            {%- do row.update({field: 'cast(' ~ (group[field] if group[field] is not none else 'null') ~ ' as bigint)'}) -%}
        {%- endfor -%}
        {%- if counts -%}
            {%- do row.update({'counts_arrivals': 'true' if group.counts_arrivals else 'false'}) -%}
        {%- endif -%}
        {%- if follows -%}
            {%- for field in ['follows', 'restarts', 'begins_by_repeat'] -%}
                {%- do row.update({field: 'true' if group[field] else 'false'}) -%}
            {%- endfor -%}
            {%- for field in ['backward', 'forward', 'silence_us', 'within_us', 'max_gap', 'reopen_after_us', 'unique_us'] -%}
                {%- do row.update({field: 'cast(' ~ (group[field] if group[field] is not none else 'null') ~ ' as bigint)'}) -%}
            {%- endfor -%}
        {%- endif -%}
        {%- if is_auto -%}
            {%- set periods = [] -%}
            {%- for period in context.get('_resequencer_bake_periods', {}).get(name, []) -%}
                {%- do periods.append("named_struct('from_us', cast(" ~ (period.from_us if period.from_us is not none else 'null') ~ " as bigint), 'to_us', cast(" ~ period.to_us ~ " as bigint), 'bake_us', cast(" ~ (period.bake_us if period.bake_us is not none else 'null') ~ ' as bigint))') -%}
            {%- endfor -%}
            {%- do row.update({'bake_periods': 'array(' ~ periods | join(', ') ~ ')' if periods else 'cast(null as array<struct<from_us: bigint, to_us: bigint, bake_us: bigint>>)'}) -%}
        {%- endif -%}
        {%- do rows_.append(row) -%}
    {%- endfor -%}
    {%- do return(rows_) -%}
{%- endmacro %}
