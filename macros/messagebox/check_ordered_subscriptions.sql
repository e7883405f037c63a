{% macro check_ordered_subscriptions(last, routed_to) -%}
    {#-
        Whether a subscription is ordered says where its messages are: with the ledger, or in the MessageBox. So it stays as it is once it has
        got messages; and what the MessageBox has given to one, the ledger takes before it may go.
    -#}
    {%- set box, versions = model_relation('resequencer__messagebox'), model_relation('resequencer__subscription_versions') -%}
    {%- if not execute or box is none or versions is none -%}{%- do return(none) -%}{%- endif -%}
    {%- set ordered, all = [], [] -%}
    {%- for one in subscription_definitions() -%}
        {%- do all.append(one.name) -%}
        {%- if one.is_ordered -%}{%- do ordered.append(one.name) -%}{%- endif -%}
    {%- endfor -%}
    {%- set is_ordered = 'coalesce(from_json(definition, ' ~ sql_text('is_ordered boolean') ~ ').is_ordered, false)' -%}
    {#- As they were when the newest run routed; a rebuild routes by each version that there was. -#}
    {%- set were = run_query(
        'select subscription, cast(max_by(' ~ is_ordered ~ ', version) as string) as was_ordered,'
        ~ ' cast(max(' ~ is_ordered ~ ') as string) as was_once, cast(min(' ~ is_ordered ~ ') as string) as was_always from ' ~ versions
        ~ ' where valid_from_run <= ' ~ (last or {}).get('run', 0) ~ ' group by subscription having was_once = "true"'
        ~ (' or subscription in ' ~ sql_texts(ordered) if ordered)
    ).rows -%}
    {%- set is_judged_anew = flags.FULL_REFRESH and settings().route_by == 'newest' -%}
    {%- for name, was_ordered, was_once, was_always in were if name in all and not is_judged_anew -%}
        {%- set versions_used = [was_once, was_always] if flags.FULL_REFRESH else [was_ordered] -%}
        {%- set is_other = versions_used | reject('equalto', 'true' if name in ordered else 'false') | list | length > 0 -%}
        {%- if is_other and run_query('select 1 from ' ~ box ~ " where disposition = 'reference' and subscription = " ~ sql_text(name) ~ ' limit 1').rows -%}
            {%- do setting_error(
                'resequencer__subscriptions ' ~ name ~ '.ordered',
                'is ' ~ ('new' if name in ordered else 'gone') ~ ', and messages have been routed to this subscription',
                'as before, and another subscription with a name of its own; or --full-refresh with resequencer__route_by: newest, which routes all of history by the subscriptions of now'
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for name, was_ordered, _, _ in were if was_ordered == 'true' and name not in all and not flags.FULL_REFRESH -%}
        {%- if run_query('select 1 from ' ~ box ~ ' where ' ~ has_entered() ~ ' and batch_group > ' ~ (routed_to or 0) ~ ' and batch_id > ' ~ (routed_to or 0) ~ ' and subscription = ' ~ sql_text(name) ~ ' limit 1').rows -%}
            {%- do setting_error(
                'resequencer__subscriptions',
                'no longer has the ordered subscription ' ~ name ~ ', and messages that it has got are not in the ledger yet',
                'as before for one run; then remove it'
            ) -%}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro %}
