{% macro rejection_detail(problem, record) -%}
    {#- What is wrong with an action or outcome, in words, by the problem and its record (both SQL): what stands against it when its turn comes. -#}
    {%- set message = 'coalesce(' ~ record ~ '.message_uid, ' ~ record ~ '.message_id)' -%}
    case {{ problem }}
            when 'unknown_subscription' then concat('there is no subscription ', {{ record }}.subscription)
            when 'unknown_instance' then concat('there is no instance ', {{ record }}.instance_uid)
            when 'unknown_message' then concat('no reference of ', {{ message }}, ' is open')
            when 'ambiguous_message' then concat('several references of ', {{ message }}, ' could be meant: name message_uid, subscription or instance_uid')
            when 'no_attempt' then concat('no reference of ', {{ message }}, ' that is meant stands in the queue')
            when 'missing_field' then concat('values lack a name that ', coalesce({{ record }}.subscription, 'the subscription'), ' correlates by')
            when 'not_applicable' then case {{ record }}.action
                when 'reroute' then 'none of these messages is an open routing failure'
                when 'backfill' then concat({{ record }}.subscription, ' is not enlisted')
                when 'enlist' then concat({{ record }}.subscription, ' is enlisted already')
                when 'start' then concat({{ record }}.subscription, ' is started already')
                when 'stop' then concat({{ record }}.subscription, ' is not started')
                when 'unenlist' then concat({{ record }}.subscription, ' is not enlisted')
                when 'subscribe' then concat({{ record }}.subscription, ' is not of kind instance, or the instance can only be terminated')
                when 'unsubscribe' then concat({{ record }}.instance_uid, ' does not wait for this')
                when 'resume' then concat({{ record }}.instance_uid, ' is not suspended, or not resumable')
                when 'complete' then concat({{ record }}.instance_uid, ' can only be terminated')
                when 'terminate' then concat({{ record }}.instance_uid, ' has ended already')
                else concat({{ record }}.instance_uid, ' is suspended')
            end
        end
{%- endmacro %}
