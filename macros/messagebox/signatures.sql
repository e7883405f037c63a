{% macro signatures() -%}
    {#-
        The signatures in use, as lists of {property, type}: what the equalities of a group of predicates are about. By these messages look
        up their candidates. At most 32, the most frequent; a group with another one is tried on every message.
    -#}
    {%- do return(asked_once('signatures', _asked_signatures)) -%}
{%- endmacro %}
