{% macro flying(state='state') -%}
    {#- In the fold of delivery_rows: all attempts that wait for an outcome, the first ones (aloft) written out. -#}
    {{- 'concat(' ~ state ~ '.flights, transform(' ~ state ~ '.aloft, turn -> ' ~ attempt_of('messages[turn].attempt', {'sent_us': state ~ '.sent[turn]'}) ~ '))' -}}
{%- endmacro %}
