{% macro settled_fields(fields) -%}
    {#-
        The fields, {name: type}, in types that expressions accept. Where Spark refuses one because of a type that was inferred (one text or
        fraction among whole numbers is enough, or one text among objects), its fields are tried as bigint, double, timestamp and
        boolean: each alone, then all of them. Of an object those fields are tried that the expression names. What is none of the type is null.
    -#}
    {%- set addressed = addressed_fields(fields) -%}
    {%- if not execute or reads_rows() or columns_problem(addressed, fields) is none -%}
        {%- do return(addressed) -%}
    {%- endif -%}
    {%- set declared = schema_fields(settings().landing.schema) if settings().landing.schema is not none else {} -%}
    {%- set settled = addressed.copy() -%}
    {%- for column, expression in settings().columns.items() if text_path(column) is none -%}
        {%- set inferred = spoken_fields(settled, column) | reject('in', declared) | reject('in', canonical_columns()) | list -%}
        {%- if inferred and query_error('select ' ~ expression ~ ' from ' ~ spoken_record(settled, column)) is not none -%}
            {%- set found = namespace(fields=none) -%}
            {%- for names in inferred | batch(1) | list + ([inferred] if inferred | length > 1 else []) -%}
                {%- for type in ['string', 'bigint', 'double', 'timestamp', 'boolean'] if found.fields is none -%}
                    {%- set others = settled.copy() -%}
                    {%- for name in names -%}
                        {%- do others.update({name: with_leaves(settled[name], paths_within(expression, name), type)}) -%}
                    {%- endfor -%}
                    {%- if others != settled and query_error('select ' ~ expression ~ ' from ' ~ spoken_record(others, column)) is none -%}{%- set found.fields = others -%}{%- endif -%}
                {%- endfor -%}
            {%- endfor -%}
            {%- do settled.update(found.fields or {}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(settled) -%}
{%- endmacro %}
