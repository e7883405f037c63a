{% macro turned_away() -%}
    {#-
        Why actions that end a sequence or let it begin again do neither (int_resequencer__turning), as branches of a case over order_group and
        report.what: one for each order group in which they never do.
    -#}
    {%- set branches = [] -%}
    {%- for name, group in order_groups().items() -%}
        {%- if group.session_us is not none -%}
            {%- do branches.append((name, ['terminate', 'close', 'reset'], 'with session_timeout there is no sequence to act on')) -%}
        {%- elif group.linked_by is not none -%}
            {%- do branches.append((name, ['terminate', 'close', 'reset'], 'with ' ~ group.linked_by ~ ' no sequence ends or begins by an action')) -%}
        {%- elif group.wrap_at is not none and not group.follows -%}
            {%- set field = 'duplicates: replace' if group.replaces else 'partial_after' if group.partial_us is not none else 'start_after' -%}
            {%- do branches.append((name, ['reset'], 'with wrap_at and ' ~ field ~ ' no sequence begins by an action')) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for name, actions, why in branches -%}
        when order_group = {{ sql_text(name) }} and report.what in {{ sql_texts(actions) }} then {{ sql_text(why) }}
        {{- ' ' -}}
    {%- endfor -%}
{%- endmacro %}
