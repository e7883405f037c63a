{% macro threshold_since(value='') -%}
    {%- set holds = _any_group('holds_whole') -%}
    {#-
        A number that what comes later is late by, and, negated, since when: the largest of these is the threshold. A number
        is that once its turn has come; of a sequence that leaves as a whole, once it has left.
    -#}
    case
        when kind = 'head' then struct({{ 'case when holds_whole then head.left_threshold else threshold end' if holds else 'threshold' }} as number, -head.threshold_released_us as unreleased_us{{ value }})
        when {{ 'case when holds_whole then is_released else has_turn end' if holds else has_turn() }}{{ ' and not is_session' if _any_group('session_us') }} then struct(number, -{{ release_us() }} as unreleased_us{{ value }})
        {%- if _any_group('claims') %}
        when kind = 'claim' and number is not null then struct(number, -arrival_us as unreleased_us{{ value }})
        {%- endif %}
    end
{%- endmacro %}
