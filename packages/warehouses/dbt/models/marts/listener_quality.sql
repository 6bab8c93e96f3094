-- Whether people like what each listener finds. Scores of two versions of the rubric cannot be compared, so each version
-- has a row of its own.
with judged as (
  select
    org_id,
    listener_id,
    score_version,
    count(*) as signals,
    {{ count_where("feedback_verdict = 'good'") }} as good,
    {{ count_where("feedback_verdict = 'bad'") }} as bad,
    avg(case when feedback_verdict = 'good' then relevance_score end) as average_score_of_good,
    avg(case when feedback_verdict = 'bad' then relevance_score end) as average_score_of_bad
  from {{ ref('stg_signalpost__signals') }} as signals
  group by org_id, listener_id, score_version
)

select
  judged.org_id as org_id,
  judged.listener_id as listener_id,
  {#- ClickHouse fills a row without a partner with empty texts. #}
  nullif(listeners.listener_name, '') as listener_name,
  judged.score_version as score_version,
  judged.signals as signals,
  judged.good as good,
  judged.bad as bad,
  1.0 * judged.good / nullif(judged.good + judged.bad, 0) as share_of_good,
  judged.average_score_of_good as average_score_of_good,
  judged.average_score_of_bad as average_score_of_bad
from judged
left join {{ ref('stg_signalpost__listeners') }} as listeners
  on listeners.org_id = judged.org_id and listeners.listener_id = judged.listener_id
