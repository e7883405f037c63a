{% macro admitted_rows() -%}
    {#-
        refusal: before_start, last_conflict or after_last, in that order of judgement; what is not refused
        and is a message in order is eligible. last_us: when the last number became known.
    -#}
    select
        * except (known_last, known_last_at, first_announcement, announced_last, is_contradictory),
        kind = 'message' and is_ordered and refusal is null as is_eligible
    from (
        select
            *,
            case
                when kind <> 'message' or not is_ordered then null
                when is_sequence and number < start_number then 'before_start'
                when is_contradictory or announced_last <> last_number then 'last_conflict'
                when number > last_number
                    and struct(arrival_us, intake, place) >= struct(last_us, last_intake, last_place) then 'after_last'
            end as refusal
        from (
            select
                *,
                coalesce(known_last, first_announcement.announced_last) as last_number,
                case when known_last is null then first_announcement.arrival_us else known_last_at.last_us end as last_us,
                case when known_last is null then first_announcement.intake else known_last_at.last_intake end as last_intake,
                case when known_last is null then first_announcement.place else known_last_at.last_place end as last_place
            from announced
        ) as known
    ) as judged
{%- endmacro %}
