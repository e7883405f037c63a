{% macro spoken_fields(fields, column=none) -%}
    {#-
        Those of the fields that the expressions of resequencer__columns, or that of one column, speak of. Spark SQL does not tell names
        apart by case: of several it is the one that is spelled as in the expression.
    -#}
    {%- set spoken = {} -%}
    {%- for word in expression_names(column) if word | lower not in spoken -%}
        {%- set alike = [] -%}
        {%- for name in fields if name | lower == word | lower -%}{%- do alike.append(name) -%}{%- endfor -%}
        {%- do spoken.update({word | lower: word if word in fields else alike[0]}) if alike -%}
    {%- endfor -%}
    {%- do return(spoken.values() | list) -%}
{%- endmacro %}
