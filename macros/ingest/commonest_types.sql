{% macro commonest_types(records, names) -%}
    {#-
        The fields of JSON `records` (a query of `value`) in the types that most records have: {name: type}. One text among objects or lists,
        or among the numbers within them, counts no more than it is: where other inference makes all of them texts, and Spark refuses
        what an expression does with them.
    -#}
    {%- set schemas = [] -%}
    {%- for name in names -%}{%- do schemas.append('schema_of_variant(' ~ field_of_variant(name) ~ ')') -%}{%- endfor -%}
    {%- set found = run_query(
        "select place, type from (select posexplode(array(" ~ schemas | join(', ') ~ ')) as (place, type) from ' ~ records_as_variants(records)
        ~ ") where type <> 'VOID' group by place, type order by count(*) desc, type limit 1000"
    ) -%}
    {%- set fields = namespace(all={}) -%}
    {%- for row in found.rows -%}
        {%- set fields.all = merge_fields(fields.all, {names[row[0] | int]: _type_of_variant(row[1])}, has_objects=true) -%}
    {%- endfor -%}
    {%- do return(fields.all) -%}
{%- endmacro %}
