{% macro looked_up_rulesets() -%}
    {#-
        With many groups of patterns, the rulesets found by the values of properties instead of one pattern after the
        other: those whose every group of properties has a literal pattern (^value$). What else such a ruleset wants is
        its rest, evaluated once per message: so only rests that many groups share.
        {lookups: [{names: of properties, rows: [{values, candidates: [(place of the ruleset, place of its rest)]}]}],
        rests: [SQL], places: of the rulesets found so}; no lookups where there are too few to pay for a join.
    -#}
    {%- set least = 16 -%}
    {%- set none_found = {'lookups': [], 'rests': [], 'places': []} -%}
    {%- set rulesets = settings().rulesets -%}
    {%- if rulesets | map(attribute='match.properties') | map('length') | sum < least -%}
        {%- do return(none_found) -%}
    {%- endif -%}

    {%- set found = [] -%}
    {%- set uses = {} -%}
    {%- for ruleset in rulesets -%}
        {%- set place = loop.index0 -%}
        {%- set entries = [] -%}
        {%- for group in ruleset.match.properties -%}
            {%- set names = [] -%}
            {%- set values = [] -%}
            {%- set rest = {} -%}
            {%- for name in group | sort -%}
                {%- set literal = literal_of_pattern(group[name]) -%}
                {%- if literal is none -%}
                    {%- do rest.update({name: group[name]}) -%}
                {%- else -%}
                    {%- do names.append(name) -%}
                    {%- do values.append(literal) -%}
                {%- endif -%}
            {%- endfor -%}
            {%- set match = {} -%}
            {%- do match.update(ruleset.match) -%}
            {%- do match.update({'properties': [rest] if rest else []}) -%}
            {%- do entries.append({'place': place, 'names': names, 'values': values, 'rest': matches_ruleset(match)}) -%}
        {%- endfor -%}
        {%- if entries and entries | selectattr('names') | list | length == entries | length -%}
            {%- do found.append(entries) -%}
            {%- for entry in entries -%}{%- do uses.update({entry.rest: uses.get(entry.rest, 0) + 1}) -%}{%- endfor -%}
        {%- endif -%}
    {%- endfor -%}

    {%- set rests = [] -%}
    {%- for rest in uses if uses[rest] >= least -%}{%- do rests.append(rest) -%}{%- endfor -%}
    {%- set lookups = {} -%}
    {%- set places = [] -%}
    {%- for entries in found if entries | rejectattr('rest', 'in', rests) | list | length == 0 -%}
        {%- do places.append(entries[0].place) -%}
        {%- for entry in entries -%}
            {%- set rows_ = lookups.setdefault(entry.names | tojson, {}) -%}
            {%- do rows_.setdefault(entry['values'] | tojson, []).append((entry.place, rests.index(entry.rest))) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set result = [] -%}
    {%- for names in lookups -%}
        {%- set rows_ = [] -%}
        {%- for values in lookups[names] -%}{%- do rows_.append({'values': fromjson(values), 'candidates': lookups[names][values]}) -%}{%- endfor -%}
        {%- do result.append({'names': fromjson(names), 'rows': rows_}) -%}
    {%- endfor -%}
    {%- do return({'lookups': result, 'rests': rests, 'places': places} if places else none_found) -%}
{%- endmacro %}
