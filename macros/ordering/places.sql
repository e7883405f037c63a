{% macro places() -%}
    {#-
        How many places in the order of release a row takes. What has its turn but waits for a tick has been given its place;
        what waits for its whole sequence has not. What had been given a place, and will not leave, gives it back.
    -#}
    {%- set later = _leaves_later() -%}
    {%- set holds = _any_group('holds_whole') -%}
    {%- set takes_place = 'is_released' if not later else "has_turn and kind = 'message'" if not holds else "case when holds_whole then is_released else has_turn and kind = 'message' end" -%}
    {{- "case when kind = 'head' then head.last_position" ~ (' when is_fill then 0' if _fills()) ~ (" when kind = 'due' and is_given_up" ~ (' and not holds_whole' if holds) ~ ' then -1' if _any_group('delivers')) ~ ' when ' ~ takes_place ~ ' then 1' ~ (' + stand_in_count' if _any_group('max_stand_ins')) ~ ' else 0 end' -}}
{%- endmacro %}
