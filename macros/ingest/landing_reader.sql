{% macro landing_reader(format, landing, files=none) -%}
    {#-
        How Spark's file source `format` reads the landing place: {path, options}. With `files`, no more than those
        files and what a glob cannot leave out: filter by _metadata.file_path besides. Where one of them cannot
        be read to its end (with_readability), what comes before the fault; else such a file is an error.
    -#}
    {%- set file_options = ['recursivefilelookup', 'pathglobfilter', 'modifiedbefore', 'modifiedafter', 'ignoremissingfiles', 'ignorecorruptfiles'] -%}
    {%- set text_options = ['linesep', 'encoding', 'wholetext'] -%}
    {%- set is_broken = (files or []) | selectattr('is_readable', 'defined') | rejectattr('is_readable') | list | length > 0 -%}
    {#- What Hadoop has unpacked when it finds a fault it drops, up to so many bytes. -#}
    {%- set options = ["ignoreCorruptFiles 'true'", "`io.file.buffer.size` '64'"] if is_broken else [] -%}
    {#- Columns that only some Parquet files have are columns all the same. -#}
    {%- if format == 'parquet' and 'mergeschema' not in (landing.options | map('lower') | list) -%}
        {%- do options.append("mergeSchema 'true'") -%}
    {%- endif -%}
    {%- for option in landing.options -%}
        {%- if format == landing.format or option | lower in file_options or (format == 'text' and option | lower in text_options) -%}
            {%- do options.append(option ~ ' ' ~ sql_text(landing.options[option])) -%}
        {%- endif -%}
    {%- endfor -%}
    {#- Naming a few new files spares Spark the listing of all old ones. Parquet has to be named: all old ones may not go together. -#}
    {%- set path = landing.path -%}
    {%- set paths = (files or []) | map(attribute='glob' if format == 'parquet' else 'path') | list -%}
    {%- if files and files | length <= 100 and (files | length == 1 or files[0].may_glob) and (format == 'parquet' or not modules.re.search('[\\\\{}*?,%`\\[\\]]', paths | join(' '))) -%}
        {%- set folder = namespace(path=paths[0].rsplit('/', 1)[0] ~ '/', is_common=false) -%}
        {%- for depth in range(paths[0].count('/')) if not folder.is_common -%}
            {%- set outside = [] -%}
            {%- for other in paths if not other.startswith(folder.path) -%}{%- do outside.append(other) -%}{%- endfor -%}
            {%- if outside -%}
                {%- set folder.path = folder.path.rstrip('/').rsplit('/', 1)[0] ~ '/' -%}
            {%- else -%}
                {%- set folder.is_common = true -%}
            {%- endif -%}
        {%- endfor -%}
        {%- set names = [] -%}
        {%- for other in paths -%}{%- do names.append(other[folder.path | length:]) -%}{%- endfor -%}
        {%- if folder.is_common -%}
            {%- set path = folder.path ~ ('{' ~ names | join(',') ~ '}' if names | length > 1 else names[0]) -%}
        {%- endif -%}
    {%- endif -%}
    {%- do return({'path': path, 'options': options | join(', ')}) -%}
{%- endmacro %}
