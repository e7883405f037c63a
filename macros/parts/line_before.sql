{% macro line_before(batch) -%}
    {#- The line as the ledger begins with it, and, once what is known of long lines has been asked for, cut. -#}
    with arriving as (
        {{ arriving_messages(batch) }}
    ),
    carried as (
        {{ carried_rows(batch) }}
    ),
    line as (
        {{ line_rows(batch.clock_us) }}
    )
    {% if _is_cut() -%}
    , cut as (
        -- Of what a message carries these alone decide something: the rest is not read.
        select
            * except (message),
            named_struct('is_last', message.is_last, 'sequence_total', message.sequence_total, 'rejection_reason', message.rejection_reason) as message
        from ({{ cut_rows('line') }})
        where part is not null
    ),
    announced as (
        {{ announced_rows(_bakes(), edged_rows('cut', ordering_edges())) }}
    ),
    admitted as (
        {{ admitted_rows() }}
    ),
    weighed as (
        {{ weighed_rows(_bakes()) }}
    ),
    timely as (
        {{ timely_rows(_bakes()) }}
    ),
    islands as (
        {{ island_rows('timely') }}
    ),
    due as (
        {{ due_rows(_bakes(), 'islands') }}
    ),
    decided as (
        {{ decided_rows(batch.clock_us, 'due') }}
    )
    {% endif -%}
{%- endmacro %}
