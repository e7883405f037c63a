{% macro aside(
    state='null', skipped='null', last_key_value='null', claim='null', filled_by='null', was_met='null', ready_at='null', release_position='null',
    session_end_us='null', baking_since_us='null', removed_at='null', is_first_of_id='null'
) -%}
    {#- What an entry brings along (row aside), field by field. -#}
    cast(named_struct(
        'state', {{ state }}, 'skipped', {{ skipped }}, 'last_key_value', {{ last_key_value }}, 'claim', {{ claim }}, 'filled_by', {{ filled_by }},
        'was_met', {{ was_met }}, 'ready_at', {{ ready_at }}, 'release_position', {{ release_position }}, 'session_end_us', {{ session_end_us }},
        'baking_since_us', {{ baking_since_us }}, 'removed_at', {{ removed_at }},
        'came_as', null, 'is_unconfirmed', null, 'is_first_of_id', {{ is_first_of_id }}, 'closes_at', null, 'resumes_at', null, 'ends_at', null, 'link', null
    ) as {{ row_type('aside') }})
{%- endmacro %}
