select
  org_id,
  id as deal_event_id,
  deal_id,
  member,
  from_value,
  to_value,
  current_rows.at as changed_at,
  event_id,
  source_id
from {{ current_rows('deal_events') }}
