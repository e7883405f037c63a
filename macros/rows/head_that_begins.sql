{% macro head_that_begins(begins_at) -%}
    {#- The state of a sequence for which nothing has arrived yet, and that expects this number first. Other fields are given by name. -#}
    {%- set values = dict({'begins_at': begins_at, 'updated_us': 'came_at.us'}, **kwargs) -%}
    {%- for count in ['received_count', 'released_count', 'duplicate_count', 'late_count', 'settled_numbers', 'pending_count', 'last_position'] -%}
        {%- do values.update({count: '0'}) -%}
    {%- endfor -%}
    {%- set fields = [] -%}
    {%- for field in row_fields().sequence_state -%}
        {%- do fields.append("'" ~ field ~ "', " ~ values.get(field, 'null')) -%}
    {%- endfor -%}
    {{- 'cast(named_struct(' ~ fields | join(', ') ~ ') as ' ~ row_type('sequence_state') ~ ')' -}}
{%- endmacro %}
