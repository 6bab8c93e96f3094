import { idFloor } from '@signalpost/database'
import { runStatement } from '../stage/start-bench-postgres.ts'
import type { PreparedStore } from './prepare-store.ts'

const rowsAtOnce = 500_000

/** Fills ledger and identities with today's deliveries, already applied. */
export async function fillLedger(
  { databaseUrl, source }: PreparedStore,
  { count }: { count: number },
): Promise<void> {
  // Ids of the day's first moments, so later ones come after all of them.
  const prefix = idFloor('', startOfToday())
  for (let from = 1; from <= count; from += rowsAtOnce) {
    const to = Math.min(count, from + rowsAtOnce - 1)
    const values = [prefix, source.orgId, source.sourceId, from, to]
    await runStatement(
      databaseUrl,
      `with made as (
         select 'dlv_' || $1 || lpad(n::text, 16, '0') as id, n, now() - interval '1 minute' as at
         from generate_series($4::int, $5::int) n
       ), stored as (
         insert into requests (request_id, source_id, received_at, trace_id, signature_headers, body, sha256)
         select id, $3, at, 'bench', '{}', '{}', sha256('{}') from made
       ), claimed as (
         insert into identities (source_id, event_id, delivery_id, content_sha256, applied_at)
         select $3, 'evt_old_' || n, id, sha256('{}'), at from made
       )
       insert into deliveries
         (delivery_id, request_id, index, batch_id, org_id, source_id, event_id, type, received_at, status, attempts,
          due_at, settled_at)
       select id, id, 0, 'bat_' || $1 || lpad((n / 50)::text, 16, '0'), $2, $3, 'evt_old_' || n, 'ping', at, 'applied', 1,
              at, at
       from made`,
      values,
    )
  }
  await runStatement(databaseUrl, 'vacuum analyze deliveries, requests, identities')
}

function startOfToday(): number {
  const dayMs = 24 * 60 * 60 * 1_000
  return Math.floor(Date.now() / dayMs) * dayMs
}
