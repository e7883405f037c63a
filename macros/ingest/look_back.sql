{% macro look_back(batch, seen_version=none) -%}
    {#-
        Looks for rows of an existing table at or below the position of the run before that no batch has taken in, and warns of those too
        far below it. `seen_version`: the commit of a Delta table up to which runs before have looked. What a batch has of it (docs/decisions/0019-looking-back.md):
          looks_back           any of this is to be decided: else the ledger is compiled without it
          lowest, highest      positions between which such rows are (none are: 1, 0)
          again_from           the position from which on they are taken in
          since                the first batch that can have taken in any row from `lowest` on
          has_finds            of a rebuild or a batch of before: rows have been found late, and it is recorded by which batch
          missed_by            the batch that takes in what former ones have missed: a rebuild itself
          found                how many rows this batch takes in so
    -#}
    {%- set records, ledger, from = model_relation('stg_resequencer__records'), model_relation('resequencer__ledger'), batch.arrivals_from -%}
    {%- if settings().arrivals_relation is none or from is none or records is none -%}
        {%- do return({'looks_back': false, 'found': 0}) -%}
    {%- endif -%}
    {%- set has_finds = batch.is_rebuild and run_query('select 1 from ' ~ ledger ~ " where disposition in ('found', 'missed') limit 1").rows | length > 0 -%}
    {#- A rebuild reads all there is. -#}
    {%- if batch.is_rebuild -%}
        {%- set window = {'lowest': none, 'again_from': none, 'since': 0} -%}
    {%- else -%}
        {%- set has_commits = seen_version is not none and (batch.arrivals_version or 0) > seen_version -%}
        {%- set added = lowest_added(seen_version) if has_commits else none -%}
        {%- set window = lookback_window(ledger, batch, added | int if added is not none else none) -%}
    {%- endif -%}
    {%- do window.update({'highest': from, 'has_finds': has_finds, 'looks_back': has_finds, 'missed_by': batch.number, 'found': 0}) -%}
    {%- set positions = run_query('select cast(min(intake) as string), cast(max(intake) as string) from ' ~ overlooked_positions(dict(batch, **window))).rows[0] -%}
    {%- if positions[0] is not none -%}
        {%- do window.update({'looks_back': true, 'lowest': positions[0] | int, 'highest': positions[1] | int}) -%}
        {%- set found = run_query(
            'select cast(sum(new_count) as string), cast(sum(case when is_missed then new_count end) as string), '
            ~ cursor_text('min(case when is_missed then intake end)') ~ ', ' ~ cursor_text('max(case when is_missed then intake end)')
            ~ ' from ' ~ overlooked_rows(dict(batch, **window), records)
        ).rows[0] -%}
        {%- do window.update({'found': (found[0] or 0) | int - (found[1] or 0) | int}) -%}
        {%- if found[1] is not none -%}
            {%- set checked = settings() -%}
            {%- do tell_of_missed(found[1], checked.arrivals_relation, checked.arrivals_cursor, found[2], found[3]) -%}
        {%- endif -%}
    {%- else -%}
        {%- do window.update({'lowest': 1, 'highest': 0}) -%}
    {%- endif -%}
    {%- do return(window) -%}
{%- endmacro %}
