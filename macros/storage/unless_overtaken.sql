{% macro unless_overtaken(newest, number) -%}
    {#-
        A filter that stops the write of a run that another one has overtaken since it was compiled: what it builds on
        is not the newest any more, and it would replace the other's partitions by its own. `newest`: a query
        of the highest number in the table; `number`: the one this run writes. Two writes that overlap collide in any
        case, on a partition that both write. A table without any number is empty, or a fixture of a unit test.
    -#}
where
    coalesce(({{ newest }}), {{ number - 1 }}) = {{ number - 1 }}
    or raise_error('Another run wrote to this table meanwhile. This one has changed nothing in it, and nothing is lost: run again.') is null
{%- endmacro %}
