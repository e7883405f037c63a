{% macro field_of_variant(name) -%}
    {#- A field of a record of records_as_variants, as SQL; null where it nests deeper than a type may. -#}
    {%- set field = 'try_variant_get(record, ' ~ sql_text("$['" ~ name.replace("'", "\\'") ~ "']") ~ ", 'variant')" -%}
    {#- The brackets of its type alone, counted up and down. -#}
    {%- set brackets = "split(regexp_replace(regexp_replace(schema_of_variant(" ~ field ~ "), '`[^`]*`', ''), '[^<>]', ''), '')" -%}
    {%- set depth = "aggregate(" ~ brackets ~ ", named_struct('now', 0, 'most', 0), (_n, _bracket) -> transform(array(_n.now + if(_bracket = '<', 1, -1)),"
        ~ " _now -> named_struct('now', _now, 'most', greatest(_n.most, _now)))[0], _n -> _n.most)" -%}
    {%- do return('case when bracket_count <= ' ~ deepest_type() ~ ' or ' ~ depth ~ ' <= ' ~ deepest_type() ~ ' then ' ~ field ~ ' end') -%}
{%- endmacro %}
