-- What people thought of the signals that each version of the score let through, and whether it scored those higher
-- that they liked. A signal without a version was scored by the first.
select
  coalesce(score_version, 1) as version,
  count(*) as judged,
  count(*) filter (where feedback_verdict = 'good') as good,
  count(*) filter (where feedback_verdict = 'bad') as bad,
  avg(relevance_score) filter (where feedback_verdict = 'good') as average_score_of_good,
  avg(relevance_score) filter (where feedback_verdict = 'bad') as average_score_of_bad
from signals
where not _deleted and feedback_verdict is not null
group by coalesce(score_version, 1)
order by 1
