import { currentClaim, type SignalRegisters } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/** Returns who acknowledged signals of a workspace: users' ids by those of signals, where that is known. */
export async function findAcknowledgers(
  database: Database,
  { orgId, signalIds }: { orgId: string; signalIds: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ signalId: string; state: SignalRegisters }>`
    select signal_id as "signalId", state from signal_registers
    where org_id = ${orgId} and signal_id = any(${signalIds})`.execute(database)
  return new Map(
    rows.flatMap(({ signalId, state }) => {
      const by = currentClaim(state, 'acknowledgedAt')?.by
      return by === undefined ? [] : [[signalId, by] as const]
    }),
  )
}
