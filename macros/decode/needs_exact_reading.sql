{% macro needs_exact_reading(fields) -%}
    {#-
        Whether a record has something that Spark's reader of structs would change or miss, as SQL over `record`, `_json` and `_lower`:
        a number with a fraction or an exponent, which it writes anew by way of a double, or (a field being null) a name that
        differs from ours in case only. Such records are rare and read once more, by exact_record.
    -#}
    {%- set names = text_names(fields) -%}
    {%- if names | map('lower') | unique | list | length < names | length -%}
        {%- do return('true') -%}
    {%- endif -%}
    {%- set conditions = [has_fraction('_json')] -%}
    {%- for name in names -%}
        {%- do conditions.append('(record.' ~ quoted_name(name) ~ ' is null and contains(_lower, ' ~ sql_text(tojson(name | lower)) ~ '))') -%}
    {%- endfor -%}
    {%- do return('not (' ~ has_mark('_json', '_lower') ~ ') and (' ~ conditions | join(' or ') ~ ')') -%}
{%- endmacro %}
