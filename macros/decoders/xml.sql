{% macro xml(path, document='_raw') -%}
    {#-
        What an XPath finds first in an XML document, as SQL of a text; null where it finds nothing, and of what is no XML, over which Spark's own
        xpath stops the run. Names are found whatever their prefix and namespace. What stands before the root is not read, so a DOCTYPE
        neither fetches anything nor makes a short document a long one.
    -#}
    {%- do check_xpath(path) -%}
    {#- Java's parser writes a line to stderr for each text it cannot read: what lacks the end of its root is not given to it. -#}
    {%- set has_end = "(contains(_xml, concat('</', regexp_extract(_xml, '^<([^\\\\s/>]++)', 1))) or _xml rlike '^<[^<]*+(?<=/>)')" -%}
    {%- set found = "case when _xml rlike '^<[^!?\\\\s/>]' and " ~ has_end ~ ' then nullif(' ~ tried_text('xpath_string(_xml, ' ~ sql_text(path) ~ ')') ~ ", '') end" -%}
    {%- do return(with_value('_xml', 'regexp_replace(' ~ document ~ ', ' ~ sql_text(xml_prolog_pattern()) ~ ", '')", found)) -%}
{%- endmacro %}
