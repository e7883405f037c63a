{% macro settled_fields(fields) -%}
    {#-
        The fields, {name: type}, in types that expressions accept: where Spark refuses one because a field was inferred as text (one text
        among the numbers is enough), the field is tried as a bigint, double, timestamp and boolean. What is none of it is null.
    -#}
    {%- if not execute or settings().arrivals_relation is not none or columns_problem(fields) is none -%}
        {%- do return(fields) -%}
    {%- endif -%}
    {%- set declared = schema_fields(settings().landing.schema) if settings().landing.schema is not none else {} -%}
    {%- set settled = fields.copy() -%}
    {%- for column, expression in settings().columns.items() if text_path(column) is none -%}
        {%- set texts = [] -%}
        {%- for name in spoken_fields(settled, column) if settled[name] == 'string' and name not in declared and name not in canonical_columns() -%}{%- do texts.append(name) -%}{%- endfor -%}
        {#- All of them in one type, else one of them alone. -#}
        {%- set tries = [texts] -%}
        {%- for name in texts if texts | length > 1 -%}{%- do tries.append([name]) -%}{%- endfor -%}
        {%- set found = namespace(fields=none) -%}
        {%- if texts and query_error('select ' ~ expression ~ ' from ' ~ empty_record(settled)) is not none -%}
            {%- for names in tries -%}
                {%- for type in ['bigint', 'double', 'timestamp', 'boolean'] if found.fields is none -%}
                    {%- set tried_fields = settled.copy() -%}
                    {%- for name in names -%}{%- do tried_fields.update({name: type}) -%}{%- endfor -%}
                    {%- if query_error('select ' ~ expression ~ ' from ' ~ empty_record(tried_fields)) is none -%}{%- set found.fields = tried_fields -%}{%- endif -%}
                {%- endfor -%}
            {%- endfor -%}
            {%- do settled.update(found.fields or {}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(settled) -%}
{%- endmacro %}
