{% macro _like_pattern(pattern, escape) -%}
    {#-
        A pattern of LIKE, as SQL, as Spark reads it: its escape is the backslash, and nothing but a wildcard or another
        backslash may stand behind it. Without `escape` a backslash is a sign as any other. A doubled escape goes
        first, as it is read from the left; what is escaped is put aside as noncharacters, which no text has.
    -#}
    {%- set steps = [('\\', '\\\\')] -%}
    {%- if escape is not none -%}
        {%- set steps = [
            (escape ~ escape, '\ufdd0'), (escape ~ '%', '\ufdd1'), (escape ~ '_', '\ufdd2'), (escape, ''),
            ('\\', '\\\\'), ('\ufdd2', '\\_'), ('\ufdd1', '\\%'), ('\ufdd0', ('\\' if escape in '\\%_' else '') ~ escape),
        ] -%}
    {%- endif -%}
    {%- set changed = namespace(sql=pattern) -%}
    {%- for step in steps -%}
        {%- set changed.sql = 'replace(' ~ changed.sql ~ ', ' ~ sql_text(step[0]) ~ ', ' ~ sql_text(step[1]) ~ ')' -%}
    {%- endfor -%}
    {%- do return(changed.sql) -%}
{%- endmacro %}
