{{ config(materialized='ephemeral') }}

-- depends_on: {{ ref('int_resequencer__batch') }}
{{ batch_rows(current_batch()) }}
