{% macro tidy_resend_requests() -%}
    {#-
        After every resequencer__tidy_every-th run that looked at requests: those settled longer than resequencer__retain
        ago are forgotten, the others of many runs merged, and the files of old table versions removed.
    -#}
    {%- set checked = settings() -%}
    {%- if execute and checked.resend is not none -%}
        {%- set last = run_query(
            'select cast(max(run_number) as string), cast(max(settled_us) as string) from ' ~ this ~ " where disposition = 'open' and request_id is null"
        ).rows[0] -%}
        {%- set number = last[0] | int -%}
        {%- if number % checked.tidy_every == 0 -%}
            {%- if checked.retain_us is not none -%}
                {%- set old = run_query(
                    'select cast(max(run_group) as string) from (select run_group, max(settled_us) as last_us from ' ~ this
                    ~ " where disposition = 'settled' group by run_group) where last_us < " ~ (last[1] | int - checked.retain_us)
                ).rows[0][0] -%}
                {%- if old is not none -%}
                    {%- do run_query('delete from ' ~ this ~ " where disposition = 'settled' and run_group <= " ~ old) -%}
                {%- endif -%}
            {%- endif -%}
            {%- set after = tidy_after(this, number, 'run_group', "disposition = 'settled'") -%}
            {%- if after is not none -%}
                {%- do merge_groups(this, after, number, 'run_group', ['settled'], 'disposition') -%}
            {%- endif -%}
            {%- do remove_old_versions(this) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
