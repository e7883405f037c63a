{% macro messagebox_uid(kind, name) -%}
    {#-
        The uid of a thing of the MessageBox by its name, as SQL: a UUID of version 5 (RFC 9562) in the namespace of its kind. That is the one
        of its kind's name in uuid5(URL, 'resequencer/messagebox'), which is 04e8d333-d5d1-5575-b262-d34e26f98499.
    -#}
    {%- set namespaces = {
        'message': '6a69b393-232a-531b-806e-5194aec424f0',
        'part': 'e6342694-a188-5a88-8078-c74f5fe56f2b',
        'subscription': '037cf359-f25f-5149-9993-cf2fd4ef0f0f',
        'service': 'a18af09c-cdcb-583a-9742-f7376d1d2e8e',
        'class': '927f64ad-7c7a-5f1a-ac5f-d05b85f762a5',
        'host': 'fa787eed-ecc5-5c02-8010-8bd59f5161ea',
        'instance': 'c1f5d608-48f8-5f65-8588-f89c51f8ce2d',
        'property': '1259a8fc-b2f9-591a-a52e-38636a809cfb',
        'batch': '3f176549-8a5d-5c83-99fd-0d21cfe45cbe',
        'process': '8bbb6b91-73d3-5080-886e-38b1d028c02e',
    } -%}
    {%- if kind not in namespaces -%}
        {%- do exceptions.raise_compiler_error('messagebox_uid: ' ~ kind ~ ' is none of ' ~ namespaces | join(', ')) -%}
    {%- endif -%}
    {%- set hash = "sha1(concat(unhex('" ~ namespaces[kind].replace('-', '') ~ "'), cast(" ~ name ~ ' as binary)))' -%}
    {#- Digit 17 says the variant: of its four bits the first two are 1 and 0. -#}
    {%- set digit = "translate(substr(" ~ hash ~ ", 17, 1), '01234567cdef', '89ab89ab89ab')" -%}
    regexp_replace(
        overlay({{ hash }}, {{ digit }}, 17),
        '^(.{8})(.{4}).(.{3})(.{4})(.{12}).*$', '$1-$2-5$3-$4-$5'
    )
{%- endmacro %}
