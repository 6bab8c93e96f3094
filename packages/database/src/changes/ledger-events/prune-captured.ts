import { dayMs } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { idFloor } from '../../ids.ts'

/**
 * Forgets the contents of events that were copied for warehouses and that the ledger no longer has. Warehouses keep
 * them. At most `limit` in a statement. Returns how many.
 */
export async function pruneCaptured(
  database: Database,
  { nowMs, ledgerDays, limit = 5_000 }: { nowMs: number; ledgerDays: number; limit?: number },
): Promise<number> {
  const { rows } = await sql<{ orgId: string; days: number }>`
    select org_id as "orgId", least(retention_days, ${ledgerDays})::int as days from workspaces w
    where exists (select from ledger_events l where l.org_id = w.org_id and event is not null)
    order by org_id`.execute(database)
  let pruned = 0
  for (const { orgId, days } of rows) {
    const before = idFloor('dlv_', nowMs - days * dayMs)
    let forgotten = limit
    while (forgotten === limit) {
      const { numAffectedRows } = await sql`
        update ledger_events set event = null, has_left = true
        where org_id = ${orgId} and delivery_id = any(array(
          select delivery_id from ledger_events l
          where org_id = ${orgId} and delivery_id < ${before} and event is not null
            and not exists (
              select from deliveries d where d.delivery_id = l.delivery_id and d.delivery_id < ${before}
            )
          order by delivery_id limit ${limit}
        ))`.execute(database)
      forgotten = Number(numAffectedRows ?? 0)
      pruned += forgotten
    }
  }
  return pruned
}
