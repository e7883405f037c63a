{% macro admitted_rows() -%}
    {%- set claims = _any_group('claims') -%}
    {%- set stands_in = _any_group('max_stand_ins') -%}
    {%- set fills = _fills() -%}
    {#-
        refusal: claimed, before_start, last_conflict or after_last, in that order of judgement; what is not refused
        and is a message in order is eligible; a number that will not come only once its sequence has begun. last_at: when the last number became known.
    -#}
    select
        * except (first_announcement, announced_last, is_contradictory),
        kind = 'message' and is_ordered and refusal is null{{ ' and (not is_fill or begun_us < arrival_us or (begun_us = arrival_us and intake > 0))' if fills }} as is_eligible
    from (
        select
            *,
            case
                when kind <> 'message' or not is_ordered then null
                {%- if claims %}
                when arrival_us < claimed_us + ttl_us then 'claimed'
                {%- endif %}
                when is_sequence and number < start_number then 'before_start'
                when is_contradictory or announced_last <> last_number then 'last_conflict'
                when number > last_number and struct(arrival_us, intake, place) >= last_at then 'after_last'
            end as refusal
        from (
            select
                * except (known{{ ', bake_us' if stands_in }}),
                {% if stands_in -%}
                -- A sequence that has been suspended waits for ever, until somebody decides.
                case when known.suspended_at is null or max_stand_ins is null then bake_us end as bake_us,
                bake_us as suspends_after_us,
                case when max_stand_ins is not null then known.suspended_at end as suspended_at,
                known.left_threshold as left_threshold,
                {% endif -%}
                {% if claims -%}
                case
                    when claim.id <> ''
                        then max(case when kind = 'claim' then arrival_us end) over (partition by line_id, group_key, claim.id order by arrival_us asc, intake asc, place asc {{ before_this() }})
                end as claimed_us,
                {% endif -%}
                {% if fills -%}
                min(case when kind = 'head' then -9223372036854775808 when kind = 'message' and not is_fill then arrival_us end) over ({{ down() if _bakes() else up() }} {{ whole() }}) as begun_us,
                {% endif -%}
                known.threshold as threshold,
                known.released_us as head_released_us,
                {% if _has_loose_keys() -%}
                known.threshold_ids as threshold_ids,
                {% endif -%}
                {% if _has_ranked_keys() -%}
                coalesce(line_last_value, first_announcement.key_value) as line_last_key_value,
                {% endif -%}
                coalesce(known.last_number, first_announcement.announced_last) as last_number,
                coalesce(known.last_at, struct(first_announcement.arrival_us, first_announcement.intake, first_announcement.place)) as last_at
            from announced
        ) as known
    ) as judged
{%- endmacro %}
