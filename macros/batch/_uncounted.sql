{% macro _uncounted(groups) -%}
    {#- Order groups without what the next batch takes its bake time by: by that alone nothing is decided anew. -#}
    {%- set uncounted = {} -%}
    {%- for name, group in groups.items() -%}
        {%- set fields = dict(group) -%}
        {%- do fields.pop('batches_below', none) -%}
        {%- do fields.pop('is_advised', none) -%}
        {%- do uncounted.update({name: fields}) -%}
    {%- endfor -%}
    {%- do return(uncounted) -%}
{%- endmacro %}
