{% macro line_fields() -%}
    {#- The fields of its order group that every row of a line has; those that no ruleset asks for are left out. -#}
    {%- set fields = ['is_sequence', 'bake_us', 'start_number', 'step'] -%}
    {%- if _any_group('auto') -%}{%- do fields.append('bake_periods') -%}{%- endif -%}
    {%- if _any_group('alarm_us') -%}{%- do fields.append('alarm_us') -%}{%- endif -%}
    {%- if _any_group('session_us') -%}{%- do fields.extend(['is_session', 'is_tumbling', 'session_us']) -%}{%- endif -%}
    {%- if _any_group('heartbeat_us') -%}{%- do fields.append('heartbeat_us') -%}{%- endif -%}
    {%- if _any_group('is_descending') -%}{%- do fields.append('is_descending') -%}{%- endif -%}
    {%- if _any_group('holds_whole') -%}{%- do fields.append('holds_whole') -%}{%- endif -%}
    {%- if _any_group('max_stand_ins') -%}{%- do fields.append('max_stand_ins') -%}{%- endif -%}
    {%- if _any_group('session_size') -%}{%- do fields.extend(['session_size', 'on_overflow']) -%}{%- endif -%}
    {%- if _any_group('wrap_at') -%}{%- do fields.append('wrap_at') -%}{%- endif -%}
    {%- if _any_group('releases_repeats') -%}{%- do fields.append('releases_repeats') -%}{%- endif -%}
    {%- if _has_epochs() -%}{%- do fields.append('reopens') -%}{%- endif -%}
    {%- if _any_group('delivers') -%}{%- do fields.extend(['delivers', 'is_reported', 'is_acknowledged', 'on_failure']) -%}{%- endif -%}
    {%- if _any_group('expire_us') -%}{%- do fields.append('expire_us') -%}{%- endif -%}
    {%- if _any_group('claims') -%}{%- do fields.append('ttl_us') -%}{%- endif -%}
    {%- do return(fields) -%}
{%- endmacro %}
