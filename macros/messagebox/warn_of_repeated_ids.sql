{% macro warn_of_repeated_ids() -%}
    {#-
        After a run that knows messages by their ids: warns of ids that several messages have, of which one is new. It looks among what the run
        has routed and what is open, not in all that there ever was.
    -#}
    {%- if execute and settings().message_identity is not none and not messagebox_run().is_idle -%}
        {%- set rows_ = run_query(
            'select message_id from (select coalesce(message_id, reference.message_id) as message_id, coalesce(intake, reference.intake) as intake, coalesce(place, reference.place) as place,'
            ~ " disposition in ('reference', 'unroutable') as is_new from " ~ this ~ " where disposition in ('reference', 'unroutable', 'open', 'failure') and batch_group > " ~ (messagebox_run().last or 0)
            ~ ') group by message_id having max(is_new) and count(distinct intake, place) > 1 order by message_id limit 4'
        ).rows -%}
        {%- if rows_ -%}
            {%- do exceptions.warn(
                'resequencer__message_identity: several messages have one message_id: ' ~ (rows_ | map(attribute=0) | list)[:3] | join(', ') ~ (' and others' if rows_ | length > 3)
                ~ '. They have one message_uid, too, so what names one of them may mean another. Give each an id of its own; or leave the setting out, and run once with --full-refresh.'
            ) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
