{% macro queue_id() -%}
    {#- A mark of a reference that is the same in every run, and by which a queue's rows sort as the queue is ordered. -#}
    concat_ws(
            '-', lpad(cast(priority as string), 2, '0'), lpad(cast(coalesce(enqueued_us, suspended_us) as string), 20, '0'), lpad(cast(intake as string), 20, '0'),
            lpad(cast(arrived_us as string), 20, '0'), lpad(cast(place as string), 20, '0'), subscription, instance_uid
        )
{%- endmacro %}
