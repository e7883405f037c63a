{% macro typed_object(text, type) -%}
    {#-
        An object or list in the type that it has in expressions, from its text. Spark reads it at once. What that would change or miss, as in
        a record (needs_exact_reading), is read once more, name by name: a number with a fraction or an exponent, which can be a
        whole one, and a name that differs in case only.
    -#}
    {%- set as_read = ', ' ~ sql_text('v ' ~ type) ~ ', ' ~ json_options() ~ ').v' -%}
    {%- set conditions = [has_fraction('_read.text')] if modules.re.search('int|string', type) else [] -%}
    {%- do conditions.extend(missed_names('_read.value', type)) -%}
    {#- Of very many fields the SQL would become longer than it is worth. -#}
    {%- if not conditions or type.count(':') > 300 -%}
        {%- do return("from_json(concat('{\"v\":', " ~ text ~ ", '}')" ~ as_read) -%}
    {%- endif -%}
    transform(
        transform(array({{ text }}), _text -> named_struct('text', _text, 'lower', lower(_text), 'value', from_json(concat('{"v":', _text, '}'){{ as_read }})),
        _read -> case
            when ({{ conditions | join(' or ') }}) and not ({{ has_mark('_read.text', '_read.lower') }})
                then {{ object_by_names(marked('_read.text'), type) }}
            else _read.value
        end
    )[0]
{%- endmacro %}
