{% macro lowest_added(version) -%}
    {#-
        The lowest position among the rows that the commits after `version` have added to a Delta table of arrivals, by the statistics that the
        log of the table has of each file; what only moves rows (OPTIMIZE) adds none. None where nothing was added, or nothing is
        known: statistics are of the first 32 columns, and of none where columns are mapped to other names.
    -#}
    {%- set checked = settings() -%}
    {%- set type = record_fields()[checked.arrivals_cursor] -%}
    {%- set location = run_query('describe detail ' ~ checked.arrivals_relation).columns['location'].values()[0] -%}
    {%- do return(run_query('
        select cast(min(' ~ cursor_as_bigint('lowest', {'lowest': type}) ~ ") as string)
        from (
            select try_cast(" ~ field_of("from_json(added.stats, 'minValues map<string,string>').minValues", sql_text(checked.arrivals_cursor)) ~ ' as ' ~ type ~ ") as lowest
            from (
                select from_json(value, 'add struct<dataChange: boolean, stats: string>').add as added
                from text." ~ quoted_name(location ~ '/_delta_log/*.json') ~ "
                where _metadata.file_name > '" ~ '%020d' | format(version) ~ ".json'
            )
            where added.dataChange
        )
    ").rows[0][0]) -%}
{%- endmacro %}
