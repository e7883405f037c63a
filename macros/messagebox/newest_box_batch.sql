{% macro newest_box_batch() -%}
    {#- Number of the newest batch of the MessageBox, as a subquery: one row in a partition of its own. -#}
    (select current.batch.number from {{ ref('resequencer__messagebox') }} as current where current.disposition = 'current')
{%- endmacro %}
