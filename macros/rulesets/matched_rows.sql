{% macro matched_rows(relation) -%}
    {#-
        Each message with the first ruleset it matches (`ruleset`, null where there is none): one pattern after the
        other, or with many patterns by joins on the values that patterns such as ^value$ name, beside those that have
        no such pattern. A trailing line break is none of a value: `$` stands before it.
    -#}
    {%- set looked_up = looked_up_rulesets() -%}
    {%- if settings().rulesets | length == 1 -%}
    select
        *,
        {{ matched_ruleset() }} as ruleset
    from {{ relation }}
    {%- elif not looked_up.lookups -%}
    {#- Out of a list: all that speaks of its ruleset would else be written out with all the patterns, where records are read. -#}
    select
        {{ relation }}.*,
        found.ruleset
    from {{ relation }}
        lateral view inline(array(struct({{ matched_ruleset() }}))) found as ruleset
    {%- else -%}
    {%- set rulesets = settings().rulesets -%}
    {%- set names = [] -%}
    {%- for ruleset in rulesets -%}{%- do names.append(sql_text(ruleset.name)) -%}{%- endfor -%}
    {%- set scanned = [] -%}
    {%- for ruleset in rulesets -%}
        {%- if loop.index0 not in looked_up.places -%}
            {%- do scanned.append('when ' ~ matches_ruleset(ruleset.match) ~ ' then ' ~ loop.index) -%}
        {%- endif -%}
    {%- endfor -%}
    select
        * except (_place),
        element_at(array({{ names | join(', ') }}), _place) as ruleset
    from (
        select
            tested.* except (_rests),
            least(
                {% for lookup in looked_up.lookups -%}
                array_min(transform(filter(_lookup_{{ loop.index }}.candidates, candidate -> _rests[candidate.rest]), candidate -> candidate.place)),
                {% endfor -%}
                {{ 'case ' ~ scanned | join(' ') ~ ' end' if scanned else 'cast(null as int)' }}
            ) as _place
        from (
            select
                *,
                array({{ looked_up.rests | join(', ') }}) as _rests
            from {{ relation }}
        ) as tested
        {%- for lookup in looked_up.lookups %}
        {%- set number = loop.index %}
        left join (
            select * from values
            {%- for row in lookup.rows %}
                {%- set cells = [] -%}
                {%- for value in row['values'] -%}{%- do cells.append(sql_text(value)) -%}{%- endfor -%}
                {%- set candidates = [] -%}
                {%- for candidate in row.candidates -%}{%- do candidates.append("named_struct('place', " ~ (candidate[0] + 1) ~ ", 'rest', " ~ candidate[1] ~ ')') -%}{%- endfor %}
                ({{ cells | join(', ') }}, array({{ candidates | join(', ') }})){{ ',' if not loop.last }}
            {%- endfor %}
                as lookup ({% for name in lookup.names %}value_{{ loop.index }}, {% endfor %}candidates)
        ) as _lookup_{{ number }}
            on {% for name in lookup.names -%}
            {{ 'and ' if not loop.first }}regexp_replace({{ matched_value(name, 'tested.') }}, '(?:\\r\\n|[\\n\\r\\u0085\\u2028\\u2029])\\z', '') = _lookup_{{ number }}.value_{{ loop.index }}
            {% endfor %}
        {%- endfor %}
    ) as placed
    {%- endif -%}
{%- endmacro %}
