{% macro _uncounted(groups) -%}
    {#- Order groups without what counts batches: by that alone nothing is decided anew. -#}
    {%- set uncounted = {} -%}
    {%- for name, group in groups.items() -%}
        {%- set fields = dict(group) -%}
        {%- do fields.pop('batches_below', none) -%}
        {%- do uncounted.update({name: fields}) -%}
    {%- endfor -%}
    {%- do return(uncounted) -%}
{%- endmacro %}
