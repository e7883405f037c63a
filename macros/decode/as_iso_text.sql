{% macro as_iso_text(found) -%}
    {#-
        A time as the ISO 8601 text with a zone that Spark reads, from the parts that were found in another text: SQL of year, month, day,
        hour, minute, second, fraction, zone. What a part leaves out is zero, and the zone UTC. Midnight as 24:00 and a leap second
        become the hour and the second before; to these one has to be added.
    -#}
    {%- set is_utc = found.zone ~ " rlike '^(?i:z|utc|gmt|ut|[+-]00(:?00)?)?$'" -%}
    concat(
        {{ found.year }}, '-', {{ found.month }}, '-', {{ found.day }},
        'T',
        case
            when
                {{ found.hour }} = '24' and {{ found.minute }} in ('', '00') and {{ found.second }} in ('', '00')
                and {{ found.fraction }} rlike '^0*$' and {{ found.zone }} not like '%/%'
                then '23'
            else lpad({{ found.hour }}, 2, '0')
        end,
        ':', lpad({{ found.minute }}, 2, '0'),
        ':',
        case
            when {{ found.second }} = '60' and {{ found.minute }} = '59' and {{ found.hour }} = '23' and {{ is_utc }} then '59'
            else lpad({{ found.second }}, 2, '0')
        end,
        '.', rpad({{ found.fraction }}, 9, '0'),
        case when {{ is_utc }} then 'Z' else concat(' ', {{ found.zone }}) end
    )
{%- endmacro %}
