{% macro message_maps(places) -%}
    {#- The objects in those fields of `_json` (macro json_texts) whose names are places, or JSON texts of objects there, as SQL of an array of map<string,string>. -#}
    {%- set fields = 'filter(map_entries(_json), _entry -> ' ~ _plain_name('_entry.key') ~ ' in ' ~ sql_texts(places) ~ ')' -%}
    {%- do return('filter(transform(' ~ fields ~ ", _entry -> from_json(" ~ json_marked('_entry.value') ~ ", 'map<string,string>')), _map -> _map is not null)") -%}
{%- endmacro %}
