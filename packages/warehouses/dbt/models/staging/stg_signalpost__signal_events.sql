select
  org_id,
  id as signal_event_id,
  signal_id,
  register,
  from_value,
  to_value,
  current_rows.at as changed_at,
  event_id,
  source_id
from {{ current_rows('signal_events') }}
