-- How many signals each source brought in each week, and how many of them were pressing.
-- A signal counts in the week, from Monday on in UTC, in which it was first seen.
select
  date_trunc('week', first_seen_at at time zone 'UTC')::date as week,
  source,
  count(*) as signals,
  count(*) filter (where urgency in ('immediate', 'high')) as pressing
from signals
where not _deleted
group by week, source
order by week, source
