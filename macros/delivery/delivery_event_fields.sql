{% macro delivery_event_fields() -%}
    {#-
        An event in the fold of delivery_rows. rank: order at one time (-1 it has been silent for too long, 0 reported, 1 a
        message's turn, 2 reported afterwards, 3 the run's clock); targets: of a resend, the messages of earlier runs that it is about, with their last attempt;
        epoch: of what ends one.
    -#}
    {%- do return({
        'at_us': 'bigint', 'rank': 'int', 'intake': 'bigint', 'place': 'bigint', 'kind': 'string', 'from_number': 'bigint', 'to_number': 'bigint',
        'input': input_type(), 'targets': 'array<' ~ attempt_type() ~ '>', 'epoch': 'bigint',
    }) -%}
{%- endmacro %}
