{% macro lacking_of(field, templates, besides=none) -%}
    {#-
        SQL that says which of the names in a field's templates a message lacks; what else it lacks besides these and `besides`, if given. Where
        it has them all, nothing is left of them.
    -#}
    {%- set names, lacking = [], [] -%}
    {%- for name in modules.re.findall('##([^#]+)##', templates | join(' ')) if name not in names -%}
        {%- do names.append(name) -%}
        {%- do lacking.append('case when nullif(' ~ field_expression(name) ~ ", '') is null then " ~ sql_text(name) ~ ' end') -%}
    {%- endfor -%}
    {%- set told = "coalesce(concat('what " ~ field ~ " names is missing: ', nullif(concat_ws(', ', " ~ lacking | join(', ') ~ "), '')), 'nothing is left of what " ~ field ~ " names')" -%}
    {%- do return(told if besides is none else 'concat(' ~ told ~ ', ' ~ lacking_besides(names + besides) ~ ')') -%}
{%- endmacro %}
