{% macro _subscription_rows(input) -%}
    {#-
        The subscriptions that are rows of a table or of files, one each; a column that is null is left out. Of `match`,
        `correlate` and `ordered` the text is JSON. In CSV a quote within quotes is written twice, as RFC 4180 says.
    -#}
    {%- if input.relation is not none -%}
        {%- set source = input.relation -%}
    {%- else -%}
        {%- set options = {'mode': 'FAILFAST'} -%}
        {%- if input.format == 'csv' -%}{%- do options.update({'header': 'true', 'escape': '"'}) -%}{%- endif -%}
        {%- for option in input.options -%}{%- do options.update({option | lower: input.options[option]}) -%}{%- endfor -%}
        {%- set texts = [] -%}
        {%- for option in options -%}{%- do texts.append(option ~ ' ' ~ sql_text(options[option])) -%}{%- endfor -%}
        {%- set source = input.format ~ '.`' ~ input.path.replace('`', '``') ~ '` with (' ~ texts | join(', ') ~ ')' -%}
    {%- endif -%}
    {%- set place = input.setting ~ ('.path' if input.relation is none else '.relation') -%}
    {%- set problem = query_error('select name from ' ~ source) -%}
    {%- if problem is not none -%}
        {%- do setting_error(place, 'cannot be read: ' ~ problem, 'a table, view, folder, file or glob that exists, with a column name') -%}
    {%- endif -%}
    {%- set entries = [] -%}
    {%- for row in run_query('select to_json(struct(*)) from ' ~ source ~ ' order by name').rows -%}
        {%- set entry = fromjson(row[0]) -%}
        {%- for field in ['match', 'correlate', 'ordered'] if field in entry and entry[field] not in ['all', 'unrouted'] -%}
            {%- set given = entry[field] -%}
            {#- Of objects in columns Spark has made one type, in which a value may be another than it was. -#}
            {%- set value = fromjson(given) if given is string else given if field == 'correlate' else none -%}
            {%- if value is none or value is string -%}
                {%- do setting_error(input.setting ~ ' ' ~ entry.name ~ '.' ~ field, 'is ' ~ given | tojson ~ ', which is no text of JSON', 'JSON as text' ~ (', such as [{"amount": {"ge": 1000}}]; all; unrouted' if field == 'match')) -%}
            {%- endif -%}
            {%- do entry.update({field: value}) -%}
        {%- endfor -%}
        {%- do entries.append(entry) -%}
    {%- endfor -%}
    {%- do return(_subscription_list(input.setting, entries)) -%}
{%- endmacro %}
