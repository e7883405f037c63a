{% macro expression_names(column=none) -%}
    {#-
        Every word in the expressions of resequencer__columns (or in that of one column) that can mean a field: not those of bare
        fields and paths, which are read from the record's text, and no function's name.
    -#}
    {%- set names = [] -%}
    {%- set expressions = settings().columns -%}
    {%- for name in expressions if name == (column or name) and text_path(name) is none -%}
        {#- What stands in quotes is a name or a text. Nothing is kept of texts, nor of quoted names within a field. -#}
        {%- set text = modules.re.sub('(?s)(`(?:[^`]|``)*`)|' ~ text_pattern(), '\\1 ', without_comments(expressions[name])) -%}
        {%- set text = modules.re.sub('\\.\\s*`(?:[^`]|``)*`', ' ', text) -%}
        {%- for word in modules.re.findall('(?<![\\w.])(?:`((?:[^`]|``)+)`|([A-Za-z_]\\w*)(?!\\w|\\s*\\())', text) -%}
            {%- set word = word[0].replace('``', '`') or word[1] -%}
            {%- if word not in names and not word.startswith('_raw') -%}{%- do names.append(word) -%}{%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(names) -%}
{%- endmacro %}
