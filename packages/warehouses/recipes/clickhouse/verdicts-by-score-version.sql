-- What people thought of the signals that each version of the score let through, and whether it scored those higher
-- that they liked. A signal without a version was scored by the first.
select
  ifNull(score_version, 1) as version,
  count() as judged,
  countIf(feedback_verdict = 'good') as good,
  countIf(feedback_verdict = 'bad') as bad,
  avgIf(relevance_score, feedback_verdict = 'good') as average_score_of_good,
  avgIf(relevance_score, feedback_verdict = 'bad') as average_score_of_bad
from signals_current
where feedback_verdict is not null
group by version
order by version
