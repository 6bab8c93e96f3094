select
  org_id,
  id as listener_id,
  name as listener_name,
  mode,
  objective
from {{ current_rows('listeners') }}
