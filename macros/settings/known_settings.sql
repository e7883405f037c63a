{% macro known_settings() -%}
    {%- do return([
        'resequencer__landing',
        'resequencer__arrivals_relation',
        'resequencer__arrivals_cursor',
        'resequencer__deliveries',
        'resequencer__actions',
        'resequencer__columns',
        'resequencer__rulesets',
        'resequencer__as_of',
        'resequencer__max_skipped_ranges',
        'resequencer__retain',
        'resequencer__keep_versions',
        'resequencer__tidy_every',
        'resequencer__python_models',
        'resequencer__advice',
        'resequencer__advice_slice',
        'resequencer__policies',
        'resequencer__what_if_from',
        'resequencer__what_if_to',
        'resequencer__sequence_class',
        'resequencer__throughput',
    ]) -%}
{%- endmacro %}
