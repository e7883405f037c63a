{% macro _outlink_setting(setting, entry, outlets) -%}
    {#-
        The outlet a ruleset's messages go straight to, or none: `bypass` or `nohit`, or the name the ruleset gives
        it in `outlets`. Into `released` leads only an order, and a `failure` has a reason.
    -#}
    {%- set value = entry.get('outlink') -%}
    {%- if value is none -%}
        {%- if 'outlink' in entry -%}
            {%- do setting_error(setting ~ '.outlink', 'is empty', 'bypass or nohit; left out, the messages are ordered') -%}
        {%- endif -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set found = [] -%}
    {%- for outlet in ['bypass', 'nohit', 'released', 'failure'] if value in [outlet, outlets[outlet]] -%}{%- do found.append(outlet) -%}{%- endfor -%}
    {%- if value is not string or (found and found[0] not in ['bypass', 'nohit']) -%}
        {%- do setting_error(setting ~ '.outlink', 'is ' ~ value | tojson ~ (', the outlet ' ~ found[0] if found else ''), 'bypass or nohit, or the name one of them has in outlets; messages to be released are ordered, without outlink') -%}
    {%- elif not found -%}
        {%- set names = ['bypass', 'nohit', outlets.bypass, outlets.nohit] | unique | list -%}
        {%- set nearest = nearest_name(value, names) -%}
        {%- do setting_error(setting ~ '.outlink', 'is ' ~ value | tojson ~ ', which is no outlet' ~ ('; did you mean ' ~ nearest ~ '?' if nearest else ''), names | join(', ') ~ '; a name of its own is given in outlets, such as {bypass: ' ~ value ~ '}') -%}
    {%- endif -%}
    {%- set allowed = ['name', 'match', 'outlink', 'max_ahead', 'acknowledge', 'summary', 'mask', 'outlets', 'capacity', 'partition'] -%}
    {%- for field in entry if field not in allowed -%}
        {%- do setting_error(setting ~ '.' ~ field, 'is set together with outlink, although what goes straight to an outlet is neither ordered nor released', 'left out; or outlink is') -%}
    {%- endfor -%}
    {%- do return(found[0]) -%}
{%- endmacro %}
