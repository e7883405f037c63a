{% macro _unknown_name_error(setting, name, candidates) -%}
    {%- set nearest = nearest_name(name, candidates) -%}
    {%- do setting_error(
        setting,
        'has an unknown field ' ~ name ~ ('; did you mean ' ~ nearest ~ '?' if nearest else ''),
        candidates | join(', ')
    ) -%}
{%- endmacro %}
