-- How long it took from the moment a signal was first seen until someone was alerted, and until it was assigned,
-- in minutes, by urgency. Signals that were never alerted or assigned count in neither time.
with waits as (
  select
    urgency,
    date_diff('millisecond', first_seen_at, alerted_at) / 60000 as to_alert,
    date_diff('millisecond', first_seen_at, assigned_to_at) / 60000 as to_assignment
  from signals
  where not _deleted
)
select
  urgency,
  count(*) as signals,
  count(to_alert) as alerted,
  quantile_cont(to_alert, 0.5) as median_minutes_to_alert,
  quantile_cont(to_alert, 0.9) as p90_minutes_to_alert,
  count(to_assignment) as assigned,
  quantile_cont(to_assignment, 0.5) as median_minutes_to_assignment,
  quantile_cont(to_assignment, 0.9) as p90_minutes_to_assignment
from waits
group by urgency
order by urgency nulls last
