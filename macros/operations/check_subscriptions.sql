{% macro check_subscriptions(subscriptions) -%}
    {#- What is wrong with the filters, patterns and times of subscriptions, before anything is written: only Spark can tell. -#}
    {%- set patterns, times = {}, {} -%}
    {%- for subscription in subscriptions -%}
        {%- set setting = 'resequencer__subscriptions ' ~ subscription.name -%}
        {%- if subscription.filter is not none -%}
            {%- do _forwarding_filter(setting ~ '.filter', subscription.filter) -%}
        {%- endif -%}
        {%- for group in subscription.groups -%}
            {%- set place = setting ~ '.match[' ~ loop.index0 ~ '].' -%}
            {%- for predicate in group -%}
                {%- if predicate.operator == 'pattern' -%}
                    {%- set pattern = predicate.operands[0].value -%}
                    {%- do patterns.setdefault("'' rlike " ~ sql_text(pattern), {
                        'setting': place ~ predicate.property ~ '.pattern', 'pattern': pattern, 'remedy': 'a Java regular expression',
                    }) -%}
                {%- endif -%}
                {%- for operand in predicate.operands if operand.type == 'time' -%}
                    {%- do times.setdefault(operand.value, place ~ predicate.property ~ '.' ~ predicate.operator) -%}
                {%- endfor -%}
            {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do check_compiling(patterns) -%}
    {%- for some in times | batch(1000) -%}
        {%- set literals = [] -%}
        {%- for text in some -%}{%- do literals.append('(' ~ loop.index0 ~ ', ' ~ sql_text(text) ~ ')') -%}{%- endfor -%}
        {%- set query = 'select min(place) from values ' ~ literals | join(', ') ~ ' as given (place, text) where (' ~ as_utc_timestamp('text') ~ ') is null' -%}
        {%- set wrong = run_query(query).rows[0][0] -%}
        {%- if wrong is not none -%}
            {%- set text = some[wrong | int] -%}
            {%- do setting_error(times[text], 'is ' ~ text | tojson ~ ', which is no time', 'a time such as 2026-01-31T12:00:00Z; or another type') -%}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro %}
