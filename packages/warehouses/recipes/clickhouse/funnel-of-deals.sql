-- How many deals stand at each stage, how many came at least that far, and what they are worth in minor units of
-- their currency. Where a deal stood before it was lost is not known, so that lost deals stand by themselves.
with staged as (
  select
    value_currency as currency,
    stage,
    indexOf(['new', 'contacted', 'qualified', 'proposal', 'won', 'lost'], stage) as step,
    count() as deals,
    sum(value_amount) as amount
  from deals_current
  group by value_currency, stage
)
select
  currency,
  stage,
  deals,
  sum(deals) over (partition by currency, stage = 'lost' order by step desc) as reached,
  amount
from staged
order by currency nulls last, step
