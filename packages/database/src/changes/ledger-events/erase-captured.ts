import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { awaitWriters } from './await-writers.ts'

/**
 * Blanks the events about a signal that were copied for warehouses, and sends those that the ledger no longer has to
 * warehouses again, without their contents. The ledger's own bodies must be blanked before.
 */
export async function eraseCaptured(
  database: Database,
  { orgId, signalId }: { orgId: string; signalId: string },
): Promise<void> {
  // Some may be copying a body that they read before it was blanked.
  await awaitWriters(database, { table: 'ledger_events' })
  await sql`
    update ledger_events set event = null, has_left = false
    where org_id = ${orgId} and signal_ids @> array[${signalId}] and (event is not null or has_left)`.execute(
    database,
  )
}
