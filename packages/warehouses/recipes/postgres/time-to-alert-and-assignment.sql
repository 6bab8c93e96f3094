-- How long it took from the moment a signal was first seen until someone was alerted, and until it was assigned,
-- in minutes, by urgency. Signals that were never alerted or assigned count in neither time.
with waits as (
  select
    urgency,
    extract(epoch from alerted_at - first_seen_at)::float8 / 60 as to_alert,
    extract(epoch from assigned_to_at - first_seen_at)::float8 / 60 as to_assignment
  from signals
  where not _deleted
)
select
  urgency,
  count(*) as signals,
  count(to_alert) as alerted,
  percentile_cont(0.5) within group (order by to_alert) as median_minutes_to_alert,
  percentile_cont(0.9) within group (order by to_alert) as p90_minutes_to_alert,
  count(to_assignment) as assigned,
  percentile_cont(0.5) within group (order by to_assignment) as median_minutes_to_assignment,
  percentile_cont(0.9) within group (order by to_assignment) as p90_minutes_to_assignment
from waits
group by urgency
order by urgency nulls last
