{% macro founders_join(founder) -%}
    {#- The join that gives founders (columns intake and place of `founder`) the file that their message came in, for founder_message_uid. -#}
    {%- if settings().arrivals_relation is none and settings().message_identity is none %}
    left join (select intake as _intake, file_path from {{ ref('resequencer__arrivals') }} where kind = 'file') as _files on {{ founder }}.intake = _files._intake
    {%- endif -%}
{%- endmacro %}
