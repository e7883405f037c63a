{% macro acted_column(column, step) -%}
    {#-
        A column after one statement (0, 1 …) of each rule's action, as SQL: sequence_id, message_type, properties, or
        forwarding_problem, which says why an action leaves no session id. A property without a value is not there.
    -#}
    {%- set branches = {} -%}
    {%- for rule in settings().forwarding if step < rule.statements | length -%}
        {%- set statement = rule.statements[step] -%}
        {%- set sql = none -%}
        {%- if column == 'forwarding_problem' and statement.column == 'sequence_id' -%}
            {%- set missing = [] -%}
            {%- for node in statement.used -%}
                {%- do missing.append('case when ' ~ node.sql ~ ' is null then ' ~ sql_text(node.name) ~ ' end') -%}
            {%- endfor -%}
            {%- set problem = sql_text('forwarding rule ' ~ rule.name ~ ' leaves no value in ' ~ statement.shown) -%}
            {%- if missing -%}
                {%- set names = "nullif(concat_ws(', ', " ~ missing | unique | join(', ') ~ "), '')" -%}
                {%- set problem = "concat_ws('; missing: ', " ~ problem ~ ', ' ~ names ~ ')' -%}
            {%- endif -%}
            {%- set sql = 'case when coalesce(' ~ statement.sql ~ ", '') = '' then " ~ problem ~ ' end' -%}
        {%- elif column == statement.column and column == 'properties' -%}
            {%- set name = sql_text(statement.name) -%}
            {%- set sql =
                'map_concat(map_filter(coalesce(properties, cast(map() as map<string, string>)),'
                ~ ' (name, value) -> lower(name) <> lower(' ~ name ~ ')), map_filter(map(' ~ name ~ ', ' ~ statement.sql ~ '), (name, value) -> value is not null))'
            -%}
        {%- elif column == statement.column -%}
            {%- set sql = statement.sql -%}
        {%- endif -%}
        {%- if sql is not none -%}
            {%- do branches.setdefault(sql, []).append(sql_text(rule.name)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if not branches -%}
        {%- do return(column) -%}
    {%- endif -%}
    case
        {%- for sql, rules in branches.items() %}
        when forwarded_by in ({{ rules | join(', ') }}) then {{ sql }}
        {%- endfor %}
        else {{ column }}
    end
{%- endmacro %}
