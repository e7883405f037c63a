{% macro record_fields(inferred={}) -%}
    {#-
        The fields of a raw record that are read from it: {name: type}. Fields named like canonical columns
        are text, so that a wrong value is one row's failure; the others as the landing's
        schema says, or as inferred so far (`inferred`). Of an existing relation: its columns as they are.
    -#}
    {%- set checked = settings() -%}
    {%- set fields = {} -%}
    {%- if checked.arrivals_relation is not none -%}
        {%- for column in run_query('describe query select * from ' ~ checked.arrivals_relation).rows -%}
            {%- do fields.update({column[0]: column[1]}) -%}
        {%- endfor -%}
        {%- do return(fields) -%}
    {%- endif -%}
    {%- if checked.landing.format == 'table' -%}
        {%- do return(table_fields(checked.landing.relation)) -%}
    {%- endif -%}
    {%- if checked.landing.format == 'text' -%}
        {%- do return({'value': 'string'}) -%}
    {%- endif -%}
    {%- for column in canonical_columns() -%}
        {%- do fields.update({column: 'string'}) -%}
    {%- endfor -%}
    {%- if checked.landing.format == 'kafka' -%}
        {%- do fields.update(kafka_fields()) -%}
    {%- endif -%}
    {%- set others = {} -%}
    {%- do others.update(inferred) -%}
    {%- if checked.landing.schema is not none -%}
        {%- do others.update(schema_fields(checked.landing.schema)) -%}
    {%- endif -%}
    {%- for name in others if name | lower not in canonical_columns() -%}
        {%- do fields.update({name: others[name]}) -%}
    {%- endfor -%}
    {%- do return(fields) -%}
{%- endmacro %}
