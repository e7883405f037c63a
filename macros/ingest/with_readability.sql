{% macro with_readability(landing, files) -%}
    {#-
        The files, each with is_readable: whether Spark reads it to its end. A plain text file always is; only
        what is compressed, and Parquet, can end too early or hold what cannot be unpacked, and a name with a
        colon is none to Hadoop on a local disk. Those are read once for this, all together, with nothing
        kept; only where that fails are they taken apart to find the ones, or Parquet files that cannot be read
        together because a column has several types (parquet_groups).
    -#}
    {%- set suspects = [] -%}
    {%- for file in files -%}
        {%- do file.update({'is_readable': true}) -%}
        {%- if landing.format == 'parquet' or modules.re.search('\\.(gz|bz2|deflate|snappy|lz4|zstd?)$|:[^/]*$', file.path) -%}
            {%- do suspects.append(file) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if not suspects or columns_read_to_end(landing, suspects) is not none -%}
        {%- do return(files) -%}
    {%- endif -%}
    {#- Types of very many fields would be shortened, and so be the same. -#}
    {%- do run_query('set spark.sql.debug.maxToStringFields = 1000000') -%}
    {%- for file in unreadable_files(landing, suspects) -%}
        {%- set out_of_range = times_out_of_range(landing, file) if landing.format == 'parquet' else none -%}
        {%- if out_of_range is not none -%}
            {%- do file.update({'out_of_range': out_of_range}) -%}
        {%- else -%}
            {%- do file.update({'is_readable': false}) -%}
            {%- do exceptions.warn(landing.setting ~ ': ' ~ file.path ~ ' cannot be read to its end. What can be read of it is; the file is a row of ' ~ ('resequencer__failure' if landing.setting == 'resequencer__landing' else 'resequencer__rejected_inputs') ~ '.') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do run_query('reset spark.sql.debug.maxToStringFields') -%}
    {%- do return(files) -%}
{%- endmacro %}
