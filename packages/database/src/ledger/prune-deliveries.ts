import { dayMs } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { idFloor, idTimeMs } from '../ids.ts'

/**
 * Deletes the settled deliveries of workspaces that keep them for fewer days than the ledger does, and the bodies that
 * none of a request's deliveries needs any more. At most `limit` deliveries in a statement. Returns how many.
 */
export async function pruneDeliveries(
  database: Database,
  { nowMs, ledgerDays, limit = 5_000 }: { nowMs: number; ledgerDays: number; limit?: number },
): Promise<number> {
  const { rows } = await sql<{ orgId: string; retentionDays: number }>`
    select org_id as "orgId", retention_days as "retentionDays" from workspaces
    where retention_days < ${ledgerDays} order by org_id`.execute(database)
  let pruned = 0
  for (const { orgId, retentionDays } of rows) {
    const before = idFloor('dlv_', nowMs - retentionDays * dayMs)
    let deleted = limit
    while (deleted === limit) {
      deleted = await pruneSome(database, { orgId, before, limit })
      pruned += deleted
    }
  }
  return pruned
}

async function pruneSome(
  database: Database,
  { orgId, before, limit }: { orgId: string; before: string; limit: number },
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    // The status is checked again under the row's lock: a replay may have queued the delivery meanwhile.
    const { rows } = await sql<{ requestId: string }>`
      delete from deliveries
      where delivery_id = any(array(
          select delivery_id from deliveries
          where org_id = ${orgId} and delivery_id < ${before} and status not in ('queued', 'dead')
          order by delivery_id limit ${limit}
        ))
        and org_id = ${orgId} and delivery_id < ${before} and status not in ('queued', 'dead')
      returning request_id as "requestId"`.execute(transaction)
    const requestIds = [...new Set(rows.map(({ requestId }) => requestId))]
    // The ids of a request's deliveries share its time, so an index finds those that are left.
    await sql`
      delete from requests r
      using unnest(${requestIds}::text[], ${requestIds.map(endOf)}::text[]) as pruned (request_id, until)
      where r.request_id = pruned.request_id and r.request_id < ${before}
        and not exists (
          select from deliveries d
          where d.delivery_id >= pruned.request_id and d.delivery_id < pruned.until
            and d.request_id = pruned.request_id
        )`.execute(transaction)
    return rows.length
  })
}

function endOf(requestId: string): string {
  return idFloor('dlv_', (idTimeMs(requestId) ?? 0) + 1)
}
