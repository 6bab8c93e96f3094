import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { idFloor, idTimeMs } from '../../ids.ts'

/** Whether a warehouse of the workspace has the ledger, as SQL. */
export function isCaptured(orgId: string): RawBuilder<boolean> {
  return sql`${sql.ref(orgId)} in (select org_id from warehouses where has_ledger)`
}

/**
 * Copies settled deliveries with their events for warehouses. Leaves queued ones out: they are copied once they are
 * settled again.
 *
 * An event is null where the body is no JSON, or was erased. An array that no envelope is in is one event.
 */
export async function captureEvents(database: Database, deliveryIds: readonly string[]): Promise<void> {
  if (deliveryIds.length === 0) return
  const ids = deliveryIds.toSorted()
  const [lowest = '', highest = ''] = [ids[0], ids.at(-1)]
  await sql`
    with settled as materialized (
      select delivery_id, request_id, index, org_id, source_id, event_id, type, status, received_at, settled_at, event,
        record_id
      from deliveries
      where delivery_id = any(${ids}) and delivery_id between ${lowest} and ${highest} and status <> 'queued'
    ),
    bodies as materialized (
      select request_id, read_json(body) as body from requests
      where request_id in (select request_id from settled where event is null)
        and request_id between ${idFloor('dlv_', idTimeMs(lowest) ?? 0)} and ${highest}
    ),
    elements as materialized (
      select request_id, place - 1 as index, element
      from bodies, jsonb_array_elements(case jsonb_typeof(body) when 'array' then body else jsonb_build_array(body) end)
        with ordinality as elements (element, place)
    ),
    found as (
      select s.*, nullif(coalesce(s.event, case when s.type is null then b.body else e.element end), 'null') as content
      from settled s
      left join bodies b using (request_id)
      left join elements e on e.request_id = s.request_id and e.index = s.index
    )
    insert into ledger_events as known
      (org_id, delivery_id, source_id, event_id, type, status, received_at, applied_at, event, signal_ids)
    select org_id, delivery_id, source_id, event_id, type, status, received_at,
      case when status = 'applied' then settled_at end, content, signals_of_event(content) || record_id
    from found order by 1, 2
    on conflict (org_id, delivery_id) do update
    set status = excluded.status, applied_at = excluded.applied_at, event = excluded.event,
      signal_ids = excluded.signal_ids, has_left = false
    where (known.status, known.applied_at, known.event, known.signal_ids, known.has_left)
      is distinct from (excluded.status, excluded.applied_at, excluded.event, excluded.signal_ids, false)`.execute(
    database,
  )
}
