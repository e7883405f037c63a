{% macro turned_away() -%}
    {#-
        Why actions have no effect where they never have one, as branches of a case over order_group and report.what: those that end a sequence
        or let it begin again (int_resequencer__turning), give up missing numbers (int_resequencer__filled), or drop messages (int_resequencer__drops).
    -#}
    {%- set branches = [] -%}
    {%- for name, group in order_groups().items() -%}
        {%- if group.session_us is not none -%}
            {%- do branches.append((name, ['terminate', 'close', 'reset', 'skip', 'gap_fill', 'drop', 'resume', 'resend'], 'with session_timeout there is no sequence to act on')) -%}
        {%- elif group.linked_by is not none -%}
            {%- do branches.append((name, ['terminate', 'close', 'reset'], 'with ' ~ group.linked_by ~ ' no sequence ends or begins by an action')) -%}
            {%- do branches.append((name, ['skip', 'gap_fill'], 'with ' ~ group.linked_by ~ ' no action gives up numbers that have not come')) -%}
        {%- elif group.wrap_at is not none and not group.follows -%}
            {%- set field = 'duplicates: replace' if group.replaces else 'partial_after' if group.partial_us is not none else 'start_after' -%}
            {%- do branches.append((name, ['reset'], 'with wrap_at and ' ~ field ~ ' no sequence begins by an action')) -%}
        {%- endif -%}
        {%- set compared_by = group.linked_by or ('restart' if group.restarts else 'max_gap' if group.max_gap is not none) -%}
        {%- if compared_by and group.session_us is none -%}
            {%- do branches.append((name, ['drop'], 'with ' ~ compared_by ~ ' no action drops what waits')) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for name, actions, why in branches -%}
        when order_group = {{ sql_text(name) }} and report.what in {{ sql_texts(actions) }} then {{ sql_text(why) }}
        {{- ' ' -}}
    {%- endfor -%}
{%- endmacro %}
