-- Accounts whose signals score higher in the 7 days up to the newest signal than they did before, the steepest rise
-- first. Scores of different versions say nothing about each other, so that each version is looked at by itself.
with scored as (
  select
    org_id,
    account_key,
    ifNull(score_version, 1) as version,
    relevance_score,
    first_seen_at > (select max(first_seen_at) from signals_current) - interval 7 day as is_recent
  from signals_current
  where account_key is not null
),
compared as (
  select
    org_id,
    account_key,
    version,
    avgIf(relevance_score, is_recent) as recent_score,
    avgIf(relevance_score, not is_recent) as earlier_score
  from scored
  group by org_id, account_key, version
)
select
  account_key,
  accounts_current.name as name,
  version,
  recent_score,
  earlier_score
from compared left join accounts_current using (org_id, account_key)
where recent_score > earlier_score
order by recent_score - earlier_score desc, account_key
