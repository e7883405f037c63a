{% macro state_name(state) -%}
    {#- A state of an instance in words. -#}
    case {{ state }}
            when 1 then 'ready to run'
            when 2 then 'running'
            when 4 then 'suspended'
            when 8 then 'dehydrated'
            when 32 then 'suspended, not resumable'
            when 64 then 'at a breakpoint'
            when 128 then 'terminated'
            when 256 then 'scheduled'
            when 512 then 'completed'
        end
{%- endmacro %}
