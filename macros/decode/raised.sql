{% macro raised(column, types, fields) -%}
    {#- What is to be said where Spark raised over the expression of a canonical column: which, and of what; null where it did not. -#}
    {%- set expression = settings().columns[column] -%}
    {%- set guarded = guarded_maps(expression) -%}
    {%- set as_text = 'to_json(' ~ guarded ~ ')' if types[column] in ['map<string,string>', 'array'] else 'cast(' ~ guarded ~ ' as string)' -%}
    {%- set names = [] -%}
    {%- for name in spoken_fields(fields, column) -%}{%- do names.append(quoted_name(name)) -%}{%- endfor -%}
    case
        when _is_readable and _tried_{{ column }} is null
            then case
                when {{ raises(as_text) }}
                    {#- A map that is there, and of which Spark cannot read again what it has written: a key of 50,000 characters. #}
                    {%- if types[column] == 'map<string,string>' %}
                    or {{ tried_text(as_text) }} is not null
                    {%- endif %}
                    then concat(
                        {{ sql_text(column ~ raised_over() ~ settings().written_columns[column]) }}
                        {%- if names %},
                        coalesce(left(concat(', where ', {{ tried_text('to_json(struct(' ~ names | join(', ') ~ '))') }}), 300), '')
                        {%- endif %}
                    )
            end
    end
{%- endmacro %}
