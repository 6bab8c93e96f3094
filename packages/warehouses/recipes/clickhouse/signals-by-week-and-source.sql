-- How many signals each source brought in each week, and how many of them were pressing.
-- A signal counts in the week, from Monday on in UTC, in which it was first seen.
select
  toStartOfWeek(first_seen_at, 1) as week,
  source,
  count() as signals,
  countIf(urgency in ('immediate', 'high')) as pressing
from signals_current
group by week, source
order by week, source
