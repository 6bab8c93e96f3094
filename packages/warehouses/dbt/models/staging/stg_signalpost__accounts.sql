select
  org_id,
  account_key,
  name as account_name,
  domain,
  region,
  signal_count,
  top_score,
  top_score_version,
  first_signal_at,
  last_signal_at
from {{ current_rows('accounts') }}
