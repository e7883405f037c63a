{% macro _may_be_cut() -%}
    {#-
        Only lines in the plain order are cut: numbers that wait, bake, are late, repeat or end. What looks at other
        messages of its line in other ways is not told across an edge; what should be right in parts, but is compared with the
        oracle in whole lines only, is not cut either (auto, is_descending).
    -#}
    {%- set others = ['auto', 'is_descending', 'wrap_at', 'second_below', 'session_us', 'holds_whole', 'max_stand_ins', 'session_size', 'delivers', 'claims', 'alarm_us'] -%}
    {%- for field in others if _any_group(field) -%}
        {%- do return(false) -%}
    {%- endfor -%}
    {%- do return(not has_inputs() and not _has_loose_keys() and not _has_ranked_keys() and not _has_epochs() and not _fills() and not _leaves_later()) -%}
{%- endmacro %}
