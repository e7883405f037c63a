{% macro _stand_in_setting(setting, entry) -%}
    {#- What stand-ins have as contents: {body, properties}, none where nothing is said. -#}
    {%- set value = entry.get('stand_in') -%}
    {%- if value is none -%}
        {%- do return({'body': none, 'properties': none}) -%}
    {%- endif -%}
    {%- if value is not mapping or not value -%}
        {%- do setting_error(setting, 'is ' ~ value | tojson, 'a mapping such as {body: lost, properties: {kind: stand_in}}') -%}
    {%- endif -%}
    {%- if entry.get('on_gap') != 'stand_in' -%}
        {%- do setting_error(setting, 'is set without on_gap: stand_in', 'left out; or give on_gap: stand_in') -%}
    {%- endif -%}
    {%- for field in value if field not in ['body', 'properties'] -%}
        {%- do _unknown_name_error(setting, field, ['body', 'properties']) -%}
    {%- endfor -%}
    {%- if value.get('properties') is not none and (value.properties is not mapping or not value.properties) -%}
        {%- do setting_error(setting ~ '.properties', 'is ' ~ value.properties | tojson, 'property: text, such as {kind: stand_in}') -%}
    {%- endif -%}
    {%- set texts = {'body': value.body} if value.get('body') is not none else {} -%}
    {%- for name, text in (value.get('properties') or {}).items() -%}
        {%- do texts.update({'properties.' ~ name: text}) -%}
    {%- endfor -%}
    {%- for name, text in texts.items() -%}
        {%- if text is not string -%}
            {%- do setting_error(setting ~ '.' ~ name, 'is ' ~ text | tojson, 'text') -%}
        {%- endif -%}
        {%- for part in modules.re.findall('##([^#]+)##', text) if part not in ['sequence_id', 'sequence_number'] -%}
            {%- do setting_error(setting ~ '.' ~ name, 'names ' ~ part ~ ', which what never came does not have', 'text; of names it may have ##sequence_id## and ##sequence_number##') -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return({'body': value.get('body'), 'properties': value.get('properties')}) -%}
{%- endmacro %}
