{% macro _unknown_name_error(setting, name, candidates) -%}
    {#-
        Stops the run over a name that is not known: one that another system has is answered with ours (where rulesets are meant), a field of
        restart with where it belongs, any other with what is most like it; of many candidates with three, or none, where nothing is like it.
    -#}
    {%- set of_restart = restart_fields() if 'restart' in candidates else {} -%}
    {%- if name in of_restart -%}
        {%- do setting_error(setting, 'has an unknown field ' ~ name ~ ', which is one of restart', 'restart: {' ~ of_restart[name] ~ '}') -%}
    {%- endif -%}
    {%- set elsewhere = names_elsewhere().get(modules.re.sub('[_\\W]', '', name | string | lower)) if 'bake_time' in candidates else none -%}
    {%- if elsewhere -%}
        {%- do setting_error(setting, 'has an unknown field ' ~ name ~ '; ' ~ elsewhere['from'] ~ ' has another name here', elsewhere.here) -%}
    {%- endif -%}
    {%- set nearest = nearest_name(name, candidates) -%}
    {%- set few = candidates | length < 8 -%}
    {%- set shown = candidates if few else (nearest_names(name, candidates) | map(attribute='name') | list)[:3] if nearest else ['one of ' ~ candidates | length ~ ' names'] -%}
    {%- do setting_error(
        setting,
        'has an unknown field ' ~ name ~ ('; did you mean ' ~ nearest ~ '?' if nearest else ''),
        shown | join(', ') ~ ('; docs/settings.md has all that it may be' if not few)
    ) -%}
{%- endmacro %}
