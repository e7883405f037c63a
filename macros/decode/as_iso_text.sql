{% macro as_iso_text(text) -%}
    {#-
        The text of a time, in any of the forms that are read (docs/settings.md), in the one that Spark is given: ISO 8601 with a
        zone. Of any other text an empty one remains, or a time that does not exist.
    -#}
    {%- set date, time = '[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}', '[0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:[.][0-9]+)?' -%}
    {#- Each is a pattern, and what it becomes: basic and FIX dates, a date alone, what stands before the time, basic times, hours, minutes, commas, UTC. -#}
    {%- set rules = [
        ('^((?:19|20|21)[0-9]{2}(?=[0-9]{4}$)|[0-9]{4}(?=[0-9]{4}[Tt ]))([0-9]{2})([0-9]{2})', '$1-$2-$3'),
        ('^([0-9]{4})([0-9]{2})([0-9]{2})-(?=[0-9]{2}:[0-9]{2}:[0-9]{2})', '$1-$2-$3T'),
        ('^(' ~ date ~ ')$', '$1T00:00:00Z'),
        ('^(' ~ date ~ ')(?:[Tt]| +(?=[0-9]{1,2}:))', '$1T'),
        ('(?<=T[0-9]{2}|T[0-9]{4})(?=[0-9]{2})', ':'),
        ('(?<=T[0-9]{2})(?=$|[Zz+-])', ':00'),
        ('(?<=T[0-9]{1,2}:[0-9]{1,2})(?![0-9:.,])', ':00'),
        ('(?<=:[0-9]{1,2}),(?=[0-9])', '.'),
        ('^(' ~ date ~ 'T' ~ time ~ ') *(?:[Zz]|(?i:UTC|GMT|UT)|[+-]00(?::?00)?)?$', '$1Z'),
    ] -%}
    {%- set rewritten = namespace(text=text) -%}
    {%- for pattern, replacement in rules -%}
        {%- set rewritten.text = 'regexp_replace(' ~ rewritten.text ~ ", '" ~ pattern ~ "', '" ~ replacement ~ "')" -%}
    {%- endfor -%}
    {%- set zone = '(?:Z| ?(?:UTC|GMT|UT)?[+-][0-9]{1,2}(?::?[0-9]{2}(?::?[0-9]{2})?)?| ?[A-Za-z_]+(?:/[A-Za-z0-9_+-]+){1,2})' -%}
    {#- A zone could lead out of the years 1 to 9999. -#}
    regexp_extract({{ rewritten.text }}, '^(?!0000|(?:0001-0?1-0?1|9999-12-31)T.*[^Z]$){{ date }}T{{ time }}{{ zone }}$', 0)
{%- endmacro %}
