{% macro addressed_type(type, paths, names) -%}
    {#-
        A type with those of its fields that lie on the paths (lists of names; the empty one takes all), and no two of an object that Spark cannot
        tell apart, as it does not by case: of those the one that is spelled like one of the names, and spelled so where another is.
    -#}
    {%- if type.startswith('array<') -%}
        {%- do return('array<' ~ addressed_type(type[6:-1], [[]], names) ~ '>') -%}
    {%- elif not type.startswith('struct<') -%}
        {%- do return(type) -%}
    {%- endif -%}
    {%- set inner = {} -%}
    {%- for path in paths if path -%}{%- do inner.setdefault(quoted_name(path[0]) | lower, []).append(path[1:]) -%}{%- endfor -%}
    {%- set spelled = {} -%}
    {%- for name in names -%}{%- do spelled.setdefault(quoted_name(name) | lower, quoted_name(name)) -%}{%- endfor -%}
    {%- set all = _struct_fields(type) -%}
    {%- set chosen = {} -%}
    {%- for name in all if name | lower not in chosen or name == spelled.get(name | lower) -%}{%- do chosen.update({name | lower: name}) -%}{%- endfor -%}
    {%- set fields = {} -%}
    {%- for name in all if chosen[name | lower] == name and ([] in paths or name | lower in inner) -%}
        {%- do fields.update({spelled.get(name | lower, name): addressed_type(all[name], [[]] if [] in paths else inner[name | lower], names)}) -%}
    {%- endfor -%}
    {%- do return(_struct_type(fields) if fields else type) -%}
{%- endmacro %}
