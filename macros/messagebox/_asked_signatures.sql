{% macro _asked_signatures() -%}
    {#- The signatures of signatures(), asked of the versions of subscriptions. -#}
    {%- if not execute or model_relation('resequencer__subscription_versions') is none -%}{%- do return([]) -%}{%- endif -%}
    {%- set found = run_query(
        "select signature, count(*) from (select explode(from_json(definition, " ~ sql_text(box_type('definition')) ~ ").groups) as predicates from "
        ~ model_relation('resequencer__subscription_versions') ~ ') lateral view explode(array(' ~ signature_of(filed_by('predicates')) ~ ")) as signature where signature <> '' group by signature order by 2 desc, 1 limit 32"
    ).columns[0].values() -%}
    {%- set signatures = [] -%}
    {%- for text in found -%}{%- do signatures.append({'text': text, 'parts': fromjson(text)}) -%}{%- endfor -%}
    {%- do return(signatures) -%}
{%- endmacro %}
