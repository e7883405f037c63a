{% macro look_back(batch) -%}
    {#-
        Looks for rows of an existing table at or below the position of the run before that no batch has taken in, and warns of those too
        far below it. What a batch has of it (docs/decisions/0017-looking-back.md):
          lowest, again_from   positions from which on rows are looked for, and from which on they are taken in
          since                the first batch that can have taken in any of them
          has_finds            of a rebuild or a batch of before: rows have been found late, and it is recorded by which batch
          looks_back           any of this is to be decided: else the ledger is compiled without it
          found                how many rows this batch takes in so
    -#}
    {%- set records, ledger, from = model_relation('stg_resequencer__records'), model_relation('resequencer__ledger'), batch.arrivals_from -%}
    {%- if settings().arrivals_relation is none or from is none or records is none -%}
        {%- do return({'looks_back': false, 'found': 0}) -%}
    {%- endif -%}
    {%- set has_finds = batch.is_rebuild and run_query('select 1 from ' ~ ledger ~ " where disposition in ('found', 'missed') limit 1").rows | length > 0 -%}
    {#- A rebuild reads all there is. -#}
    {%- set window = {'lowest': none, 'again_from': none, 'since': 0} if batch.is_rebuild else lookback_window(ledger, batch) -%}
    {%- set found = run_query(
        'select cast(sum(case when not is_missed then new_count else 0 end) as string), cast(sum(case when is_missed then new_count else 0 end) as string), '
        ~ cursor_text('min(case when is_missed then intake end)') ~ ', ' ~ cursor_text('max(case when is_missed then intake end)')
        ~ ' from ' ~ overlooked_rows(dict(batch, **window), records)
    ).rows[0] -%}
    {%- set taken, missed = (found[0] or 0) | int, (found[1] or 0) | int -%}
    {%- if missed > 0 -%}
        {%- set checked = settings() -%}
        {%- do exceptions.warn(
            'resequencer__arrivals_lookback: ' ~ missed ~ ' rows of ' ~ checked.arrivals_relation ~ ' have turned up too late, with ' ~ checked.arrivals_cursor ~ ' from '
            ~ found[2] ~ ' to ' ~ found[3] ~ '. They have no verdict, and are counted in resequencer__missed_rows. A longer lookback finds such rows; --full-refresh takes these in.'
        ) -%}
    {%- endif -%}
    {%- do return(dict(window, has_finds=has_finds, found=taken, looks_back=has_finds or taken + missed > 0)) -%}
{%- endmacro %}
