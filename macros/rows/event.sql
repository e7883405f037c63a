{% macro event(came_at, action, position, bakes_us='null', is_last='null', total='null', body_hash='null', to_position='null') -%}
    {#-
        What the fold in int_resequencer__restarts reads (row event): a message, a number that is filled, what an operator does, or the clock.
        to_position: of what is dropped. What it finds out about it is null at first.
    -#}
    cast(named_struct(
        'came_at', {{ came_at }}, 'action', {{ action }}, 'position', {{ position }}, 'bakes_us', {{ bakes_us }}, 'is_last', {{ is_last }},
        'total', {{ total }}, 'body_hash', {{ body_hash }}, 'to_position', {{ to_position }}, 'stands_at', {{ came_at }}, 'judged_as', null, 'number', null, 'announced', null,
        'is_refused', null, 'is_too_far', null, 'opens', null
    ) as {{ row_type('event') }})
{%- endmacro %}
