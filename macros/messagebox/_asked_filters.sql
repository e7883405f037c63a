{% macro _asked_filters() -%}
    {#- The filters of filters_in_use(), asked of the versions of subscriptions: a rebuild needs those of all times, and so does a run that goes on with one that was cut short. -#}
    {%- set versions = model_relation('resequencer__subscription_versions') -%}
    {%- if not execute or versions is none -%}{%- do return([]) -%}{%- endif -%}
    {%- set definition = 'from_json(definition, ' ~ sql_text(box_type('definition')) ~ ').filter' -%}
    {%- set of_all_times = 'select ' ~ definition ~ ' as filter from ' ~ versions -%}
    {%- set newest = 'select max_by(' ~ definition ~ ', version) as filter from ' ~ versions ~ ' group by subscription' -%}
    {%- set filters = [] -%}
    {%- for text in run_query(
        'select distinct filter from (' ~ (of_all_times if messagebox_run().is_rebuild or messagebox_run().is_continued else newest) ~ ') where filter is not null order by filter'
    ).columns[0].values() -%}
        {%- do filters.append({'text': text, 'sql': _forwarding_filter('resequencer__subscriptions', text)}) -%}
    {%- endfor -%}
    {%- do return(filters) -%}
{%- endmacro %}
