import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { idFloor } from '../../ids.ts'

/** How long a step waits for an event: one that cannot be applied must not hold it up for longer. */
const waitsForMs = 60_000

/** Whether an event of these types about one of the signals is accepted, but not applied yet: its worker may have died. */
export async function isBeingTaken(
  database: Database,
  {
    orgId,
    signalIds,
    types,
    nowMs,
  }: { orgId: string; signalIds: readonly string[]; types: readonly string[]; nowMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from deliveries
    where org_id = ${orgId} and record_id = any(${[...signalIds]}) and delivery_id >= ${idFloor('dlv_', nowMs - waitsForMs)}
      and status = 'queued' and type = any(${[...types]}) limit 1`.execute(database)
  return rows.length > 0
}
