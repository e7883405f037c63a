{% macro ruleset_expression(ruleset, part) -%}
    {#-
        SQL that one ruleset stands for. Of a message's columns: order_group, group, has_group (whether there must
        be one), max_ahead_us, key (composite: first_key and second_key, its parts), outlink, claim (id, and whether it claims),
        link (the number that it says it follows or covers), no_group, no_key (what to say where there is none). Of its sort_key: number (a
        bigint that has its order) or value (of keys that have none), either null where the key is none of its type, and wrong_key (what then to say).
    -#}
    {%- if part == 'order_group' -%}
        {#- Where groups have the names of their rulesets, a thousand of them are one expression. -#}
        {%- do return('ruleset' if ruleset.order_group == ruleset.name and settings().rulesets | length > 1 else sql_text(ruleset.order_group)) -%}
    {%- elif part == 'group' -%}
        {%- do return(template_expression(ruleset.group_by)) -%}
    {%- elif part == 'max_ahead_us' -%}
        {%- do return('cast(' ~ ruleset.max_ahead_us | tojson ~ ' as bigint)') -%}
    {%- elif part == 'has_group' -%}
        {%- do return('false' if ruleset.group_by == '' else 'true') -%}
    {%- elif part == 'claim' -%}
        {%- set id = template_expression(ruleset.claim.id) if ruleset.claim.id else ruleset_expression(ruleset, 'key') -%}
        {%- do return("named_struct('id', " ~ id ~ ", 'is_claim', " ~ ('true' if ruleset.claim.is_claim else 'false') ~ ')') -%}
    {%- elif part == 'outlink' -%}
        {%- do return(sql_text(ruleset.outlink)) -%}
    {%- elif ruleset.outlink is not none -%}
        {%- do return('cast(null as ' ~ {'number': 'bigint', 'value': row_type('key_value')}.get(part, 'string') ~ ')') -%}
    {%- elif part == 'link' -%}
        {%- do return('cast(null as string)' if ruleset.mode.link is none else "nullif(" ~ template_expression(ruleset.mode.link) ~ ", '')") -%}
    {%- elif part in ['key', 'first_key', 'second_key'] -%}
        {%- set parts = [] -%}
        {%- for template in ruleset.key -%}
            {%- do parts.append('nullif(' ~ substitution_expression(template_expression(template), ruleset.key_substitution[loop.index0]) ~ ", '')") -%}
        {%- endfor -%}
        {%- if part == 'key' -%}
            {%- do return(parts[0] if parts | length == 1 else 'concat(' ~ parts | join(", '/', ") ~ ')') -%}
        {%- elif parts | length == 1 -%}
            {%- do return('cast(null as string)') -%}
        {%- endif -%}
        {%- do return(parts[0] if part == 'first_key' else parts[1]) -%}
    {%- elif part == 'number' -%}
        {%- if ruleset.key | length == 1 -%}
            {%- do return(key_number(ruleset)) -%}
        {%- endif -%}
        {%- do return(composite_number(ruleset) if ruleset.mode.second_below is not none else 'cast(null as bigint)') -%}
    {%- elif part == 'value' -%}
        {%- do return(key_value(ruleset)) -%}
    {%- elif part == 'wrong_key' -%}
        {%- set wrong = key_types()[ruleset.key_type] -%}
        {%- set wrong = sql_text(wrong ~ (', before the slash or behind it' if ruleset.key | length > 1 else '')) -%}
        {%- if ruleset.mode.second_below is none -%}
            {%- do return(wrong) -%}
        {%- endif -%}
        {%- set lowest, highest = ruleset.mode.wrap_to or 0, ruleset.mode.second_below - 1 -%}
        {%- do return(
            'case when ' ~ as_integer('second_key') ~ ' not between ' ~ lowest ~ ' and ' ~ highest
            ~ " then concat(second_key, ' behind the slash is not from " ~ lowest ~ ' to ' ~ highest ~ "') else " ~ wrong ~ ' end'
        ) -%}
    {%- elif part == 'no_group' -%}
        {%- if ruleset.group_by == '' -%}
            {%- do return('cast(null as string)') -%}
        {%- elif ruleset.group_by == '##sequence_id##' -%}
            {%- do return("concat('sequence_id, or what group_by names, is missing', " ~ lacking_besides(['sequence_id']) ~ ')') -%}
        {%- endif -%}
        {%- do return(lacking_of('group_by', [ruleset.group_by], ['sequence_id'])) -%}
    {%- elif part == 'no_key' -%}
        {%- do return("'sequence_number, or what key names, is missing'" if ruleset.key == ['##sequence_number##'] else lacking_of('key', ruleset.key)) -%}
    {%- endif -%}
    {%- do exceptions.raise_compiler_error('A ruleset has no ' ~ part ~ '.') -%}
{%- endmacro %}
