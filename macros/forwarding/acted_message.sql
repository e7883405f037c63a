{% macro acted_message(rule) -%}
    {#-
        What a rule's action makes of a message, as a struct, SQL: sequence_id, message_type, properties (one without a
        value is not there), and problem: why there is no session id. Each statement is a lambda over what the one
        before it gives: as expressions put into one another, or as views one on the other that Spark merges, what
        reads a property twice would double with each statement.
    -#}
    {%- set made = namespace(sql="named_struct('sequence_id', sequence_id, 'message_type', message_type, 'properties', properties, 'problem', cast(null as string))") -%}
    {%- for statement in rule.statements -%}
        {%- set fields = {} -%}
        {%- for field in ['sequence_id', 'message_type', 'properties', 'problem'] -%}{%- do fields.update({field: 'message.' ~ field}) -%}{%- endfor -%}
        {%- if statement.column == 'properties' -%}
            {%- set name = sql_text(statement.name) -%}
            {%- do fields.update({
                'properties': 'map_concat(map_filter(coalesce(message.properties, cast(map() as map<string, string>)),'
                    ~ ' (name, value) -> lower(name) <> lower(' ~ name ~ ')), map_filter(map(' ~ name ~ ', ' ~ statement.sql
                    ~ '), (name, value) -> value is not null))',
            }) -%}
        {%- else -%}
            {%- do fields.update({statement.column: statement.sql}) -%}
        {%- endif -%}
        {%- if statement.column == 'sequence_id' -%}
            {%- set missing = [] -%}
            {%- for node in statement.used -%}
                {%- do missing.append('case when ' ~ node.sql ~ ' is null then ' ~ sql_text(node.name) ~ ' end') -%}
            {%- endfor -%}
            {%- set problem = sql_text('forwarding rule ' ~ rule.name ~ ' leaves no value in ' ~ statement.shown) -%}
            {%- if missing -%}
                {%- set names = "nullif(concat_ws(', ', " ~ missing | unique | join(', ') ~ "), '')" -%}
                {%- set problem = "concat_ws('; missing: ', " ~ problem ~ ', ' ~ names ~ ')' -%}
            {%- endif -%}
            {%- do fields.update({'problem': 'case when coalesce(' ~ statement.sql ~ ", '') = '' then " ~ problem ~ ' end'}) -%}
        {%- endif -%}
        {%- set parts = [] -%}
        {%- for field in fields -%}{%- do parts.append("'" ~ field ~ "', " ~ fields[field]) -%}{%- endfor -%}
        {%- set made.sql = 'transform(array(' ~ made.sql ~ '), message -> named_struct(' ~ parts | join(', ') ~ '))[0]' -%}
    {%- endfor -%}
    {%- do return(made.sql) -%}
{%- endmacro %}
