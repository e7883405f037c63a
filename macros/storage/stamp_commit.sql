{% macro stamp_commit(batch) -%}
    {#-
        Writes into Delta's history of the ledger, beside the commit of a batch (none: of no batch any more), which batch it is and when its
        run began, in microseconds since 1970: how long the run took is the commit's time minus that.
    -#}
    {%- if execute -%}
        {%- set setting = 'spark.databricks.delta.commitInfo.userMetadata' -%}
        {%- if batch is none -%}
            {%- do put_back(setting) -%}
        {%- elif not batch.is_idle -%}
            {%- do set_for_now(setting, 'batch ' ~ batch.number ~ ' of a run since ' ~ (run_started_at.timestamp() * 1000000) | int) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
