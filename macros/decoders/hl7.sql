{% macro hl7(address, message='_raw') -%}
    {#-
        What stands at an address of an HL7 v2 message, as SQL of a text: MSH-13, PID-3.1, PID-3(2).4.1, OBX(2)-5. Null where nothing stands
        there, and of what is no HL7. A message says itself by which characters its parts are separated, in MSH-1 and MSH-2.
    -#}
    {%- set place = hl7_address(address) -%}
    {%- set is_header = place.segment in ['MSH', 'FHS', 'BHS'] -%}
    {%- set signs = {'field': 'substr(_hl7_header, 4, 1)'} -%}
    {%- for name in ['component', 'repetition', 'escape', 'subcomponent', 'truncation'] -%}
        {%- do signs.update({name: 'substr(_hl7_signs, ' ~ loop.index ~ ', 1)'}) -%}
    {%- endfor -%}

    {#- The first field of a header is the character that separates it from the second, which has the others. -#}
    {%- set value = namespace(sql=signs.field if place.field == 1 else '_hl7_signs') -%}
    {%- if not is_header or place.field > 2 -%}
        {%- set value.sql = 'split_part(_hl7_segment, ' ~ signs.field ~ ', ' ~ (place.field if is_header else place.field + 1) ~ ')' -%}
        {%- for name in ['repetition', 'component', 'subcomponent'] if place[name] is not none -%}
            {%- set value.sql = 'split_part(' ~ value.sql ~ ', ' ~ signs[name] ~ ', ' ~ place[name] ~ ')' -%}
        {%- endfor -%}
        {%- set value.sql = with_value('_hl7_value', value.sql, hl7_unescaped('_hl7_value', signs)) -%}
    {%- endif -%}

    {#- Of several headers (a batch that was not split) each has its own separators. -#}
    {%- set headers = sql_text('^' ~ (place.segment if is_header else '(?:MSH|FHS|BHS)') ~ '[^A-Za-z0-9\\s]') -%}
    {%- set header = 'get(filter(_hl7_segments, _hl7_one -> _hl7_one rlike ' ~ headers ~ '), ' ~ (place.number - 1 if is_header else 0) ~ ')' -%}
    {%- set others = 'filter(_hl7_segments, _hl7_one -> startswith(_hl7_one, concat(' ~ sql_text(place.segment) ~ ', ' ~ signs.field ~ ')))' -%}
    {%- set segment = '_hl7_header' if is_header else 'get(' ~ others ~ ', ' ~ (place.number - 1) ~ ')' -%}
    {%- set found = 'nullif(' ~ value.sql ~ ", '')" -%}
    {%- set steps = {'_hl7_segment': segment, '_hl7_signs': 'split_part(_hl7_header, ' ~ signs.field ~ ', 2)', '_hl7_header': header, '_hl7_segments': hl7_segments(message)} -%}
    {%- set made = namespace(sql=found) -%}
    {%- for name in steps -%}{%- set made.sql = with_value(name, steps[name], made.sql) -%}{%- endfor -%}
    {%- do return(made.sql) -%}
{%- endmacro %}
