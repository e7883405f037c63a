{{ config(materialized='view', enabled=var('resequencer__subscriptions', none) is not none) }}

{%- set decoded = [
    'message_id', 'sequence_id', 'sequence_number', 'sequence_total', 'is_last', 'arrived_at', 'message_type', 'properties', 'entity',
    'num_parts', 'body_ordinal',
] %}

with forwarded as (

    select * from {{ ref('int_resequencer__forwarded') }}

),

counted as (

    -- With its number of parts, and which of them is the body.
    select
        *,
        case when parts is null then 1 else size(parts) end as num_parts,
        case
            when parts is null or size(parts) = 1 then 1
            else cast(nullif(array_position(transform(parts, part -> part.is_body), true), 0) as int)
        end as body_ordinal
    from forwarded

),

publishable as (

    -- One row per message that can be published: it has been read, and says when it came. Out of a list, because Spark puts conditions
    -- on all other columns down to where records are read, with what decodes them written out dozens of times: twenty times the work.
    select
        counted.intake_cursor,
        counted.intake,
        counted.place,
        counted.file_path,
        counted.body,
        counted.parts,
        published.*
    from counted
        lateral view inline(
            case
                when undecodable is null and arrived_at is not null
                    then array(struct({{ decoded | join(', ') }}))
            end
        ) published as {{ decoded | join(', ') }}

),

arrived as (

    select
        *,
        -- Always true, which Spark cannot know (macro tried).
        hash(intake) >= -2147483648 as _is_readable,
        {{ message_pipeline() }} as pipeline
    from publishable

),

with_body as (

    -- With its body as its body part has it.
    select
        * except (body),
        case when parts is null then body else get(parts, body_ordinal - 1).content end as body
    from arrived

),

received as (

    -- With what its pipeline makes of it, and who published it.
    select
        *,
        {{ body_type() }} as type_of_body,
        {% for column, expression in settings().publisher.items() -%}
        {{ tried_expression(expression) }} as _{{ column }},
        {% endfor -%}
        {{ routable_properties() }} as routable_properties
    from with_body

),

named as (

    select
        * except (message_type),
        type_of_body as message_type
    from received

),

final as (

    select
        intake_cursor,
        intake,
        place,
        message_id,
        {{ message_uid() }} as message_uid,
        entity,
        pipeline,
        map_concat(
            routable_properties,
            map_filter(
                map(
                    {%- for name, value in system_properties_of_messages().items() %}
                    {{ sql_text(name) }}, {{ value }}{{ ',' if not loop.last }}
                    {%- endfor %}
                ),
                (name, value) -> value is not null
            )
        ) as promoted,
        coalesce(properties, {{ no_properties() }}) as context,
        map_keys(routable_properties) as promoted_names,
        message_type,
        num_parts,
        body_ordinal,
        case when parts is null then 'body' else get(parts, body_ordinal - 1).name end as body_part_name,
        case
            when parts is null
                then array(named_struct('name', 'body', 'content', body, 'content_type', cast(null as string), 'is_body', true))
            else transform(
                parts,
                (part, place) -> named_struct(
                    'name', part.name, 'content', part.content, 'content_type', part.content_type,
                    'is_body', coalesce(place + 1 = body_ordinal, false)
                )
            )
        end as parts,
        {% for column in settings().publisher -%}
        _{{ column }} as {{ column }},
        {% endfor -%}
        arrived_at
    from named

)

select * from final
