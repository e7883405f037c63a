{% macro _pipelines_setting(value, has_subscriptions=false) -%}
    {#-
        The receive pipelines, in order; the first of an entity's takes its messages: {name, sources (a list of entities, or none:
        any), promoted (the properties that messages are routed by, or none: all), message_type (SQL, or none)}.
    -#}
    {%- set setting = 'resequencer__pipelines' -%}
    {%- set example = '{name: XMLReceive, from: [edi], promote: [message_type, amount]}' -%}
    {%- if value is none -%}
        {%- do return([]) -%}
    {%- endif -%}
    {%- if value is string or value is mapping or value is not iterable -%}
        {%- do setting_error(setting, 'is not a list of pipelines', 'a list such as [' ~ example ~ ']; left out, messages are routed by all their properties') -%}
    {%- endif -%}
    {%- if not has_subscriptions -%}
        {%- do setting_error(setting, 'has no effect without resequencer__subscriptions', 'left out; or give subscriptions, which are what messages are routed to') -%}
    {%- endif -%}
    {%- set fields = ['name', 'from', 'promote', 'message_type'] -%}
    {%- set pipelines = [] -%}
    {%- for entry in value -%}
        {%- set place = setting ~ '[' ~ loop.index0 ~ ']' -%}
        {%- if entry is not mapping -%}
            {%- do setting_error(place, 'is not a mapping', 'a pipeline such as ' ~ example) -%}
        {%- endif -%}
        {%- set name = _name_setting(place ~ '.name', entry.get('name')) -%}
        {%- if name in pipelines | map(attribute='name') -%}
            {%- do setting_error(place ~ '.name', 'is ' ~ name | tojson ~ ', which another pipeline has', 'a name of its own') -%}
        {%- endif -%}
        {%- set place = setting ~ ' ' ~ name -%}
        {%- for field in entry if field not in fields -%}
            {%- do _unknown_name_error(place, field, fields) -%}
        {%- endfor -%}
        {%- set sources = [entry['from']] if entry.get('from') is string else entry.get('from') -%}
        {%- if 'from' in entry and (sources is mapping or sources is not iterable or not sources) -%}
            {%- do setting_error(place ~ '.from', 'is ' ~ entry['from'] | tojson, 'an entity or a list of them, such as [ftp, edi]; left out, the pipeline is for all') -%}
        {%- endif -%}
        {%- for source in sources or [] -%}
            {%- if source is not string or not source -%}
                {%- do setting_error(place ~ '.from[' ~ loop.index0 ~ ']', 'is ' ~ source | tojson, 'the name of an entity') -%}
            {%- endif -%}
        {%- endfor -%}
        {%- set promote = 'all' if entry.get('promote') is none else entry.promote -%}
        {%- if promote is string -%}
            {%- do _choice_setting(place ~ '.promote', promote, ['all', 'none']) -%}
        {%- endif -%}
        {%- set message_type = with_macros(_expression_setting(place ~ '.message_type', entry.get('message_type'))) -%}
        {%- do pipelines.append({
            'name': name,
            'sources': sources,
            'promoted': {'all': none, 'none': []}[promote] if promote is string else _names_setting(place ~ '.promote', promote),
            'message_type': message_type,
        }) -%}
    {%- endfor -%}
    {%- do return(pipelines) -%}
{%- endmacro %}
