{% macro new_landing_files(arrivals, landing) -%}
    {#-
        Files in the landing place that the manifest in `arrivals` (none on the first run) does not hold,
        in order of path: [{number, path, size, modified_us, may_glob, glob}]. A file is known by its path.
        may_glob: Hadoop can resolve a glob there, which it cannot beside any name with a colon. glob: one that is that path alone.
    -#}
    {%- if not execute -%}
        {%- do return([]) -%}
    {%- endif -%}
    {%- set listing -%}
        select
            _metadata.file_path as file_path,
            cast(_metadata.file_size as string) as file_size,
            cast(unix_micros(_metadata.file_modification_time) as string) as file_modified_us,
            -- A path as Spark tells it is encoded as a URL, in which a plus is a plus.
            regexp_replace(
                coalesce(try_url_decode(replace(_metadata.file_path, '+', '%2B')), _metadata.file_path), {{ sql_text('([\\\\{}*?,\\[\\]])') }}, {{ sql_text('\\\\$1') }}
            ) as file_glob,
            max(contains(regexp_replace(_metadata.file_path, '^[A-Za-z0-9]+:(//[^/]*)?', ''), ':')) over () as has_colon
        from {{ landing_relation('binaryFile', landing) }}
    {%- endset -%}
    {%- if arrivals is none -%}
        {%- set found = run_query('select *, null as known_path from (' ~ listing ~ ') order by file_path') -%}
    {%- else -%}
        {%- set found = run_query(
            'select listing.*, manifest.file_path as known_path from (' ~ listing ~ ') as listing left join ' ~ arrivals
            ~ " as manifest on manifest.kind = 'file' and manifest.file_path = listing.file_path"
            ~ ' where manifest.file_path is null or manifest.file_size <> listing.file_size'
            ~ ' order by listing.file_path'
        ) -%}
    {%- endif -%}
    {%- set files = [] -%}
    {%- for row in found.rows -%}
        {%- if row.known_path is none -%}
            {%- do files.append({
                'number': files | length, 'path': row.file_path, 'size': row.file_size, 'modified_us': row.file_modified_us,
                'may_glob': not row.has_colon, 'glob': row.file_glob,
            }) -%}
        {%- else -%}
            {%- do exceptions.warn(landing.setting ~ ': ' ~ row.file_path ~ ' has another size than when it was read; a file is read once. Land what is new under a new name.') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(files) -%}
{%- endmacro %}
