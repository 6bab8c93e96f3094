-- How long it took from the moment a signal was first seen until someone was alerted, and until it was assigned,
-- in minutes, by urgency. Signals that were never alerted or assigned count in neither time.
with waits as (
  select
    urgency,
    dateDiff('millisecond', first_seen_at, alerted_at) / 60000 as to_alert,
    dateDiff('millisecond', first_seen_at, assigned_to_at) / 60000 as to_assignment
  from signals_current
)
select
  urgency,
  count() as signals,
  count(to_alert) as alerted,
  quantileExactInclusive(0.5)(to_alert) as median_minutes_to_alert,
  quantileExactInclusive(0.9)(to_alert) as p90_minutes_to_alert,
  count(to_assignment) as assigned,
  quantileExactInclusive(0.5)(to_assignment) as median_minutes_to_assignment,
  quantileExactInclusive(0.9)(to_assignment) as p90_minutes_to_assignment
from waits
group by urgency
order by urgency nulls last
