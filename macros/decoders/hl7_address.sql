{% macro hl7_address(address) -%}
    {#- The parts of an address of HL7 v2: {segment, number, field, repetition, component, subcomponent}; none where it does not name one. -#}
    {%- set number = '([1-9][0-9]{0,4})' -%}
    {%- set pattern = '([A-Z][A-Z0-9]{2})(?:[(]' ~ number ~ '[)])?-' ~ number ~ '(?:[(]' ~ number ~ '[)])?(?:[.]' ~ number ~ ')?(?:[.]' ~ number ~ ')?' -%}
    {%- set found = modules.re.fullmatch(pattern, address | string) -%}
    {%- set setting = 'hl7(' ~ address | tojson ~ ')' -%}
    {%- if not found -%}
        {%- do setting_error(setting, 'is no address', "a segment and a field, such as hl7('MSH-13'); with a component, PID-3.1, a subcomponent, PID-3.4.1, a repetition, PID-3(2).1, or of the second such segment, OBX(2)-5. All count from 1") -%}
    {%- endif -%}
    {%- set parts = found.groups() -%}
    {%- set numbers = [] -%}
    {%- for part in parts[1:] -%}{%- do numbers.append(none if part is none else part | int) -%}{%- endfor -%}
    {%- set repetition = 1 if numbers[2] is none and numbers[3] is not none else numbers[2] -%}
    {%- if parts[0] in ['MSH', 'FHS', 'BHS'] and numbers[1] <= 2 and repetition is not none -%}
        {%- do setting_error(setting, 'names a part of what the separators of the message stand in', parts[0] ~ '-1, the field separator, or ' ~ parts[0] ~ '-2, the others') -%}
    {%- endif -%}
    {%- do return({
        'segment': parts[0],
        'number': numbers[0] or 1,
        'field': numbers[1],
        'repetition': repetition,
        'component': numbers[3],
        'subcomponent': numbers[4],
    }) -%}
{%- endmacro %}
