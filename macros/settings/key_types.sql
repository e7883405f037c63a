{% macro key_types() -%}
    {#-
        What a key can be, and how a wrong one is told. Of `sequence` numbers have no gaps; of all others only the
        order is known; `arrival` has none at all. The ledger orders by a bigint: `double`, `decimal`, `numeral`, `string` and `time` have none of their own
        and are ranked instead (`ranked_rows`).
    -#}
    {%- do return({
        'sequence': 'not a whole number of 64 bits',
        'long': 'not a whole number of 64 bits',
        'integer': 'not a whole number of 32 bits',
        'double': 'not a finite number of 64 bits',
        'decimal': 'not a decimal of at most 20 digits before the point and 18 behind it',
        'numeral': 'no whole number',
        'string': 'no text',
        'time': 'no time as time_pattern has it, or in a form that is read without one',
        'arrival': 'no arrival time',
    }) -%}
{%- endmacro %}
