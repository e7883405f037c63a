{% macro policies_relation() -%}
    {#-
        The rulesets as they are set (policy as_set), and as each policy of resequencer__policies would have them: one
        row per policy and ruleset that orders messages, with the fields of its order group.
          is_closed_form  when its messages leave follows from their arrivals by the closed form alone
          is_tried        what-if judges it: so it does, or for want of room at the clock besides
          slice_us        length of the slices of history; null: auto
          from_us, to_us  the stretch of history that what-if is about; null: no bound
          sequence_class  SQL that tells the class of a message's sequence, or null
    -#}
    {%- set ledger = ref('resequencer__ledger') -%}
    {%- set last = previous_batch(load_relation(ledger)) if execute and has_mode('auto') else none -%}
    {%- if last is not none -%}
        {#- Of bake_time: auto, as it is set is what the newest batch had. -#}
        {%- do context.update({'_resequencer_bake_times': last.order_groups}) -%}
    {%- endif -%}
    {%- for policy in [{'name': 'as_set', 'rulesets': settings().rulesets}] + settings().policies %}
    {%- set ordering = policy.rulesets | selectattr('outlink', 'none') | list or policy.rulesets %}
    {%- set modes = order_groups(policy.rulesets).values() | list %}
    {%- set compares = modes | selectattr('follows') | list + modes | rejectattr('unique_us', 'none') | list %}
    {%- set compared = 'follows, restarts, begins_by_repeat, backward, forward, silence_us, within_us, max_gap, reopen_after_us, unique_us' %}
    select
        {{ sql_text(policy.name) }} as policy,
        rulesets.*,
        order_groups.* except (order_group, linked_by{{ ', ' ~ compared if compares }}),
        not (order_groups.is_session or order_groups.holds_whole or order_groups.reopens or order_groups.replaces)
        and coalesce(order_groups.max_stand_ins, order_groups.ttl_us, order_groups.start_after_us) is null and order_groups.linked_by is null{{ ' and not order_groups.follows and order_groups.unique_us is null' if compares }}
        and (order_groups.session_size is null or (order_groups.heartbeat_us is null and order_groups.on_overflow <> 'fail')) as is_tried,
        is_tried and order_groups.session_size is null as is_closed_form,
        cast({{ settings().advice_slice_us if settings().advice_slice_us is not none else 'null' }} as bigint) as slice_us,
        {% for bound in ['from', 'to'] -%}
        {% set text = settings()['what_if_' ~ bound] -%}
        cast({{ 'unix_micros(' ~ as_utc_timestamp(sql_text(text)) ~ ')' if text is not none else 'null' }} as bigint) as {{ bound }}_us,
        {% endfor -%}
        cast({{ sql_text(settings().sequence_class) if settings().sequence_class is not none else 'null' }} as string) as sequence_class
    from values
        {%- for ruleset in ordering %}
        (
            {{- sql_text(ruleset.name) }}, {{ sql_text(ruleset.order_group) }}
            {%- for field in _advice_field_names() %}, cast({{ ruleset.advice[field] if ruleset.advice[field] is not none else 'null' }} as double){% endfor -%}
        ){{ ',' if not loop.last }}
        {%- endfor %}
        as rulesets (ruleset, order_group, {{ _advice_field_names() | join(', ') }})
    inner join ({{ order_groups_relation(policy.rulesets) }}) as order_groups
        on rulesets.order_group = order_groups.order_group
    {{ 'union all' if not loop.last }}
    {%- endfor %}
{%- endmacro %}
