{% macro table_bounds_relation(bounds) -%}
    {#- The bounds of a table's partitions (table_bounds) as a relation: file_path, known, again_from, lowest, newest. -#}
    {%- set rows = [] -%}
    {%- for bound in bounds -%}
        {%- set numbers = [] -%}
        {%- for name in ['known', 'again_from', 'lowest', 'newest'] -%}
            {%- do numbers.append('cast(' ~ (bound[name] if bound.get(name) is not none else 'null') ~ ' as bigint)') -%}
        {%- endfor -%}
        {%- do rows.append('(' ~ sql_text(bound.path) ~ ', ' ~ numbers | join(', ') ~ ')') -%}
    {%- endfor -%}
    {%- if not rows -%}{%- do rows.append('(null, null, null, null, null)') -%}{%- endif -%}
    (select * from values {{ rows | join(', ') }} as bounds (file_path, known, again_from, lowest, newest))
{%- endmacro %}
