{% macro infer_fields_by_record(records, names) -%}
    {#-
        As infer_fields, of those `records` (a query of `value`) that are JSON and have no field twice: {name: type}. Slower, and
        deaf to Spark's JSON options. Values that nest too deep do not count.
    -#}
    {%- set fields = {} -%}
    {%- set types = [] -%}
    {%- for name in names -%}
        {%- set field = field_of_variant(name) -%}
        {%- do types.append('case when count(' ~ field ~ ') > 0 then schema_of_variant_agg(' ~ field ~ ') end') -%}
    {%- endfor -%}
    {%- for name in names -%}{%- do types.append('max(contains(lower(value), ' ~ sql_text(tojson(name | lower)) ~ '))') -%}{%- endfor -%}
    {%- set found = run_query('select ' ~ types | join(', ') ~ ' from ' ~ records_as_variants(records)).rows[0] -%}
    {%- for name in names -%}
        {%- set schema = found[loop.index0] -%}
        {%- set is_there = found[names | length + loop.index0] -%}
        {%- if schema is not none -%}
            {%- do fields.update({name: _type_of_variant(schema)}) -%}
        {%- elif is_there -%}
            {#- In other letters, or in records with a field twice: a text. -#}
            {%- do fields.update({name: 'string'}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(fields) -%}
{%- endmacro %}
