{% macro check_offsets_gone(landing, range, start) -%}
    {#-
        A partition of which the offsets from `start` on were to be read, and of which the first that is there lies above. Compaction leaves such
        holes, and so do transactions; where retention was faster than the runs, messages are lost. Spark can tell, and stops the run.
    -#}
    {%- if 0 <= start < range.first -%}
        {%- set gone = landing.setting ~ ': of ' ~ range.path ~ ' the offsets ' ~ start ~ ' to ' ~ (range.first - 1) ~ ' are not there' -%}
        {%- set goes_on = [] -%}
        {%- for option, value in landing.options.items() if option | lower == 'failondataloss' and value | string | lower == 'false' -%}{%- do goes_on.append(option) -%}{%- endfor -%}
        {%- if goes_on -%}
            {%- do exceptions.warn(gone ~ '; the run goes on without them, as failOnDataLoss says.') -%}
        {%- else -%}
            {%- do exceptions.warn(
                gone ~ '. Unless Kafka has compacted them away, they were deleted before a run could read them, and this one ends here. options: {failOnDataLoss: false} goes on without them.'
            ) -%}
            {%- do run_query('select count(*) from ' ~ kafka_stretches(landing, [dict(range, first=start, next=range.first)])) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
