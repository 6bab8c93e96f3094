-- How fast people are alerted of signals and take them, by the week in which they were first seen.
with waits as (
  select
    org_id,
    {{ week_of('first_seen_at') }} as week,
    coalesce(urgency, 'none') as urgency,
    {{ minutes_between('first_seen_at', 'alerted_at') }} as minutes_to_alert,
    {{ minutes_between('first_seen_at', 'assigned_to_at') }} as minutes_to_assignment
  from {{ ref('stg_signalpost__signals') }} as signals
)

select
  org_id,
  week,
  urgency,
  count(*) as signals,
  count(minutes_to_alert) as alerted,
  {{ median_of('minutes_to_alert') }} as median_minutes_to_alert,
  count(minutes_to_assignment) as assigned,
  {{ median_of('minutes_to_assignment') }} as median_minutes_to_assignment
from waits
group by org_id, week, urgency
