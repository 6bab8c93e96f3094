-- The outcome of the signals of each platform: alerts, assignments, verdicts, and the deals that they brought.
with signals as (
  select * from {{ ref('stg_signalpost__signals') }} as every_signal
),

deals as (
  select
    signals.org_id as org_id,
    signals.source as source,
    every_deal.stage as stage
  from {{ ref('stg_signalpost__deals') }} as every_deal
  inner join signals on signals.org_id = every_deal.org_id and signals.signal_id = every_deal.signal_id
),

steps as (
  select
    org_id,
    source,
    1 as signals,
    case when alerted_at is not null then 1 else 0 end as alerted,
    case when assigned_to_at is not null then 1 else 0 end as assigned,
    case when feedback_verdict = 'good' then 1 else 0 end as good,
    case when feedback_verdict = 'bad' then 1 else 0 end as bad,
    0 as deals,
    0 as won,
    0 as lost
  from signals
  union all
  select
    org_id,
    source,
    0 as signals,
    0 as alerted,
    0 as assigned,
    0 as good,
    0 as bad,
    1 as deals,
    case when stage = 'won' then 1 else 0 end as won,
    case when stage = 'lost' then 1 else 0 end as lost
  from deals
)

select
  org_id,
  source,
  sum(steps.signals) as signals,
  sum(steps.alerted) as alerted,
  sum(steps.assigned) as assigned,
  sum(steps.good) as good,
  sum(steps.bad) as bad,
  sum(steps.deals) as deals,
  sum(steps.won) as won,
  sum(steps.lost) as lost
from steps
group by org_id, source
