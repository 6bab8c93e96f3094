select
  org_id,
  id as deal_id,
  name as deal_name,
  stage,
  open as is_open,
  value_amount,
  value_currency,
  account_key,
  signal_id,
  owner_id,
  external_id,
  created_at,
  updated_at
from {{ current_rows('deals') }}
