-- Accounts whose signals score higher in the 7 days up to the newest signal than they did before, the steepest rise
-- first. Scores of different versions say nothing about each other, so that each version is looked at by itself.
with newest as (
  select max(first_seen_at) as at from signals where not _deleted
),
scored as (
  select
    org_id,
    account_key,
    coalesce(score_version, 1) as version,
    relevance_score,
    first_seen_at > newest.at - interval '7 days' as is_recent
  from signals cross join newest
  where not _deleted and account_key is not null
),
compared as (
  select
    org_id,
    account_key,
    version,
    avg(relevance_score) filter (where is_recent) as recent_score,
    avg(relevance_score) filter (where not is_recent) as earlier_score
  from scored
  group by org_id, account_key, version
)
select
  account_key,
  accounts.name,
  compared.version,
  compared.recent_score,
  compared.earlier_score
from compared left join accounts using (org_id, account_key)
where compared.recent_score > compared.earlier_score
order by compared.recent_score - compared.earlier_score desc, account_key
