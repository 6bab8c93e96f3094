import type { SignalRegisters } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/** Returns the stored registers of a signal; undefined if there are none. */
export async function findRegisters(
  database: Database,
  { orgId, signalId }: { orgId: string; signalId: string },
): Promise<SignalRegisters | undefined> {
  const { rows } = await sql<{ state: SignalRegisters }>`
    select state from signal_registers where org_id = ${orgId} and signal_id = ${signalId}`.execute(database)
  return rows[0]?.state
}
