{% macro completes_us() -%}
    {#-
        In the fold of int_resequencer__restarts, when the last number of the epoch will be ready by bake times alone, in microseconds: once
        anything has baked from the first number on that leads up to it without a gap. Null: never, or it is.
    -#}
    case when state.ended_us is null and exists(state.held, waiting -> waiting.position = state.last_position) then array_min(transform(
                        filter(state.held, waiting -> waiting.position >= aggregate(
                            array_sort(transform(state.held, one -> -one.position)), state.last_position + 1,
                            (start, mirrored) -> case when -mirrored = start - 1 then start - 1 else start end
                        )), waiting -> waiting.bakes_us
                    )) end
{%- endmacro %}
