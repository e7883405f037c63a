{% macro came_as(of='') -%}
    {#- The moment at which an entry arrived, where it may count as having come later (restart): by that it is known from run to run. -#}
    {{- 'coalesce(' ~ of ~ 'aside.came_as, ' ~ of ~ 'came_at)' if has_mode('restarts') else of ~ 'came_at' -}}
{%- endmacro %}
