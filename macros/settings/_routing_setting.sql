{% macro _routing_setting(setting, entry, key_type, key_parts) -%}
    {#- The fields of `_routing_field_names`, checked, with their defaults. -#}
    {%- set outlets = _outlets_setting(setting ~ '.outlets', entry.get('outlets')) -%}
    {%- set outlink = _outlink_setting(setting, entry, outlets) -%}

    {%- set time_pattern = entry.get('time_pattern') -%}
    {%- if time_pattern is not none and key_type != 'time' -%}
        {%- do setting_error(setting ~ '.time_pattern', 'is set for key_type ' ~ key_type, 'left out; or key_type: time') -%}
    {%- elif time_pattern is not none and (time_pattern is not string or not time_pattern.strip()) -%}
        {%- do setting_error(setting ~ '.time_pattern', 'is ' ~ time_pattern | tojson, "a datetime pattern of Spark's, such as yyyy-MM-dd HH:mm:ss; left out, keys are ISO 8601") -%}
    {%- endif -%}
    {%- set acknowledge = entry.get('acknowledge', 'on_exit') -%}
    {%- if acknowledge not in ['on_hold', 'on_exit'] -%}
        {%- do setting_error(setting ~ '.acknowledge', 'is ' ~ acknowledge | tojson, 'on_hold (as soon as it is held) or on_exit (when it has left)') -%}
    {%- endif -%}

    {%- do return({
        'outlink': outlink,
        'time_pattern': time_pattern,
        'key_substitution': _key_substitution_setting(setting ~ '.key_substitution', entry.get('key_substitution'), key_parts),
        'max_ahead_us': duration_us(setting ~ '.max_ahead', entry.max_ahead) if entry.get('max_ahead') is not none else none,
        'set_properties': _set_properties_setting(setting ~ '.set_properties', entry.get('set_properties')),
        'format': _format_setting(setting ~ '.format', entry.get('format')),
        'acknowledge': acknowledge,
        'summary': _names_setting(setting ~ '.summary', entry.get('summary')) if 'summary' in entry else none,
        'mask': _names_setting(setting ~ '.mask', entry.get('mask')),
        'outlets': outlets,
        'capacity': _capacity_setting(setting ~ '.capacity', entry.get('capacity')),
        'partition': _capacity_setting(setting ~ '.partition', entry.get('partition')),
    }) -%}
{%- endmacro %}
