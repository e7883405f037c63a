{% macro check_xpath(path) -%}
    {#- Stops the run over a path that is no XPath: Spark would say so of every document, as if they were to blame. -#}
    {%- set remedy = "a path such as xml('/Order/Header/@number'), xml('/Order/Party[@role=\"buyer\"]/Id') or xml('//Line[2]/Sku')" -%}
    {%- if path is not string or not path.strip() -%}
        {%- do setting_error('xml(' ~ path | tojson ~ ')', 'is no path', remedy) -%}
    {%- endif -%}
    {%- if modules.re.search('(?<!:):(?!:)', modules.re.sub('"[^"]*"|\'[^\']*\'', '', path)) -%}
        {%- do setting_error('xml(' ~ path | tojson ~ ')', 'names a prefix', remedy ~ ': names without a prefix find elements with any') -%}
    {%- endif -%}
    {%- if execute and not remembered('xpath', _is_xpath, [path]) -%}
        {%- do setting_error('xml(' ~ path | tojson ~ ')', 'is no XPath that Spark can read', remedy) -%}
    {%- endif -%}
{%- endmacro %}
