{% macro _throughput_setting(setting, value, has_deliveries=false) -%}
    {#-
        What consumers do with released messages, or none where nothing tells it: {attempts, service_us, service_variation, failure_rate,
        max_attempts, wait_us, every_us, consumers, most_consumers, pressure_levels}. What the attempts tell may be set
        with service_time alone: it then holds for as long as they tell too little. has_deliveries: without `attempts` the
        project's own outcomes of deliveries tell it.
    -#}
    {%- if value is none and not has_deliveries -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set value = {} if value is none else value -%}
    {%- set fields = ['attempts', 'service_time', 'service_variation', 'failure_rate', 'max_attempts', 'wait', 'every', 'consumers', 'most_consumers', 'pressure_levels'] -%}
    {%- if value is not mapping -%}
        {%- do setting_error(setting, 'is not a mapping', 'a mapping such as {service_time: 100ms, wait: 1s}') -%}
    {%- endif -%}
    {%- for field in value if field not in fields -%}
        {%- do _unknown_name_error(setting, field, fields) -%}
    {%- endfor -%}
    {%- set attempts = value.get('attempts') -%}
    {%- if attempts is not none and (attempts is not string or not modules.re.fullmatch('[\\w`.-]+', attempts)) -%}
        {%- do setting_error(setting ~ '.attempts', 'is ' ~ attempts | tojson, 'the name of a table or view of deliveries, such as raw.attempts') -%}
    {%- endif -%}
    {%- set is_told = attempts is not none or has_deliveries -%}
    {%- set has_service_time = value.get('service_time') is not none -%}
    {%- for field in ['service_variation', 'failure_rate'] if is_told and not has_service_time and field in value -%}
        {%- set remedy = 'left out; or set with service_time too, to hold for as long as they tell too little' -%}
        {%- do setting_error(setting ~ '.' ~ field, 'is set together with ' ~ ('attempts' if attempts is not none else 'resequencer__deliveries') ~ ', which tell it', remedy) -%}
    {%- endfor -%}
    {%- if not is_told and not has_service_time -%}
        {%- do setting_error(setting ~ '.service_time', 'is not set, and neither attempts nor resequencer__deliveries are', 'a duration such as 100ms: what one attempt at a message takes on average') -%}
    {%- endif -%}

    {%- set consumers = value.get('consumers', [1, 2, 4, 8, 16]) -%}
    {%- set pressure_levels = value.get('pressure_levels', [0.5, 1, 1.5, 2]) -%}
    {%- for field, several in [('consumers', consumers), ('pressure_levels', pressure_levels)] if several is string or several is mapping or several is not iterable or not several -%}
        {%- do setting_error(setting ~ '.' ~ field, 'is not a list', 'a list of numbers, such as [1, 2, 4]') -%}
    {%- endfor -%}
    {%- set checked = {
        'attempts': attempts,
        'service_us': duration_us(setting ~ '.service_time', value.service_time) if has_service_time else none,
        'service_variation': _number_setting(setting ~ '.service_variation', value.get('service_variation', 1), or_zero=true),
        'failure_rate': _number_setting(setting ~ '.failure_rate', value.get('failure_rate', 0), 1, or_zero=true),
        'max_attempts': _integer_setting(setting ~ '.max_attempts', value.get('max_attempts', 1), 1, 1000),
        'wait_us': duration_us(setting ~ '.wait', value.get('wait', '1s')),
        'every_us': _slice_setting(setting ~ '.every', value.get('every', 'auto')),
        'most_consumers': _integer_setting(setting ~ '.most_consumers', value.get('most_consumers', 64), 1, 10000),
        'consumers': [],
        'pressure_levels': [],
    } -%}
    {%- if checked.service_us == 0 -%}
        {%- do setting_error(setting ~ '.service_time', 'is 0', 'a duration such as 100ms') -%}
    {%- endif -%}
    {%- for count in consumers -%}
        {%- do checked.consumers.append(_integer_setting(setting ~ '.consumers[' ~ loop.index0 ~ ']', count, 1, 10000)) -%}
    {%- endfor -%}
    {%- for level in pressure_levels -%}
        {%- do checked.pressure_levels.append(_number_setting(setting ~ '.pressure_levels[' ~ loop.index0 ~ ']', level)) -%}
    {%- endfor -%}
    {#- Together they name a row of the baseline. -#}
    {%- for field in ['consumers', 'pressure_levels'] -%}
        {%- for number in checked[field] -%}
            {%- if number in checked[field][:loop.index0] -%}
                {%- set place = setting ~ '.' ~ field ~ '[' ~ loop.index0 ~ ']' -%}
                {%- do setting_error(place, 'is ' ~ number ~ ' again', 'a number that is not in the list yet') -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(checked) -%}
{%- endmacro %}
