{% macro _epoch_of_row() -%}
    {#- Of what was judged before its epoch stands; of what is new that of the newest, and one more for each opening up to it. -#}
    coalesce(epoch, newest_epoch + size(filter(openings, opening -> opening <= struct(arrival_us, intake, place))), 1)
{%- endmacro %}
