{% macro new_table_ranges(arrivals, landing, ingest) -%}
    {#-
        The partitions of a table that have rows which `arrivals` (none on the first run) do not have, as files are told (new_landing_files), in
        order of path: [{number, path, size, modified_us, is_readable, ingest, count, next, …}], with their bounds (table_bounds). newest: the
        highest cursor. next: so is it, but none where count is 0. size is not known; modified_us: when the run looks, as SQL (its clock; with
        as_of newest, which is known only later, the real time). Asked by counts, from no more than the cursor and the partition.
    -#}
    {%- if not execute -%}
        {%- do return([]) -%}
    {%- endif -%}
    {%- do warn_of_rows_without_cursor(landing.relation, landing.cursor) -%}
    {%- set bounds = table_bounds(arrivals, landing) -%}
    {%- set counted = 'select file_path, cursor, count(*) as counted from ' ~ table_rows(landing, bounds, with_others=true) ~ ' group by file_path, cursor' -%}
    {%- if bounds -%}
        {%- set counted = counted ~ ' union all select file_path, cursor, -count(*) from ' ~ known_table_rows(arrivals, bounds) ~ ' group by file_path, cursor' -%}
    {%- endif -%}
    {%- set found = run_query(
        "select concat('=', file_path) as path, cast(sum(new_count) as string) as new_count, cast(max(cursor) as string) as newest,"
        ~ ' cast(count_if(is_below) as string) as below_count from (select rows_.file_path, rows_.cursor, sum(rows_.counted) as new_count, any_value(bounds.known >= rows_.cursor) as is_below'
        ~ ' from (' ~ counted ~ ') as rows_ left join ' ~ table_bounds_relation(bounds) ~ ' as bounds on rows_.file_path = bounds.file_path'
        ~ ' where bounds.lowest is null or rows_.cursor >= bounds.lowest'
        ~ ' group by rows_.file_path, rows_.cursor having sum(rows_.counted) > 0) group by file_path'
    ).rows -%}
    {%- set ranges, news, seen = [], {}, namespace(below=false) -%}
    {%- for row in found -%}
        {%- do news.update({row.path[1:]: {'count': row.new_count | int, 'newest': row.newest | int}}) -%}
        {%- set seen.below = seen.below or row.below_count | int > 0 -%}
    {%- endfor -%}
    {#- That nothing is missed any more, a --full-refresh says even where nothing is new. -#}
    {%- if flags.FULL_REFRESH and bounds and not news and run_query('select 1 from ' ~ arrivals ~ ' as held where ' ~ is_missed_still(arrivals, 'held') ~ ' limit 1').rows -%}
        {%- do news.update({bounds[0].path: {'count': 0, 'newest': none}}) -%}
    {%- endif -%}
    {%- set known = {} -%}
    {%- for bound in bounds -%}{%- do known.update({bound.path: bound}) -%}{%- endfor -%}
    {%- set clock = as_utc_timestamp(sql_text(settings().as_of)) if settings().as_of not in ['now', 'newest'] else 'current_timestamp()' -%}
    {%- for path, new in news.items() -%}
        {%- do ranges.append(dict({'known': none, 'again_from': none, 'lowest': none, 'intakes': []}, **known.get(path, {}))) -%}
        {%- do ranges[-1].update({
            'path': path, 'size': 'null', 'modified_us': 'unix_micros(' ~ clock | trim ~ ')', 'is_readable': true, 'ingest': ingest, 'count': new['count'],
            'newest': [new.newest, ranges[-1].known] | reject('none') | max,
        }) -%}
        {#- An ingest that has no rows of a partition is none of which rows could be forgotten (table_bounds). -#}
        {%- do ranges[-1].update({'next': ranges[-1].newest if new['count'] else none}) -%}
    {%- endfor -%}
    {%- set ranges = ranges | sort(attribute='path', case_sensitive=true) -%}
    {%- for range in ranges -%}{%- do range.update({'number': loop.index0}) -%}{%- endfor -%}
    {%- if ranges -%}{%- do say('{:,} rows of {:,} partitions to take in'.format(ranges | map(attribute='count') | sum, ranges | length)) -%}{%- endif -%}
    {%- if seen.below -%}{%- do warn_of_missed_rows(landing, arrivals, ranges) -%}{%- endif -%}
    {%- do return(ranges) -%}
{%- endmacro %}
