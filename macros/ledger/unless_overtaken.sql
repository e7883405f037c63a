{% macro unless_overtaken(batch) -%}
    {#-
        A filter that stops the write of a run that another one has overtaken since it was compiled: what it would
        carry over is gone by then, and it would replace the other's batch by less. Two writes that overlap collide
        in any case (batch_rows). A table without a `current` row is a fixture of a unit test.
    -#}
    {%- if batch.previous is not none or batch.is_rebuild %}
where
    coalesce(
        (select newest.batch.number from {{ this }} as newest where newest.disposition = 'current'), {{ batch.number - 1 }}
    ) = {{ batch.number - 1 }}
    or raise_error('Another run has decided this batch meanwhile. This one has changed nothing in it, and nothing is lost: run again.') is null
    {%- endif %}
{%- endmacro %}
