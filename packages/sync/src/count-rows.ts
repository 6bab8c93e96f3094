import type { Database } from '@signalpost/database'
import { countChanges, sequenceChanges } from '@signalpost/database/changes'
import { chosenTables } from '@signalpost/domain'

/**
 * Counts a workspace's rows by the tables of a warehouse, tombstones included; with `after`, those that changed after a position.
 */
export async function countRows(
  database: Database,
  {
    orgId,
    after,
    ...chosen
  }: Parameters<typeof chosenTables>[0] & {
    orgId: string
    after?: ReadonlyMap<string, { position: bigint }>
  },
): Promise<Record<string, number>> {
  await sequenceChanges(database, { orgId })
  const rows: Record<string, number> = {}
  for (const { name: table } of chosenTables(chosen)) {
    const position = after?.get(table)?.position ?? 0n
    rows[table] = await countChanges(database, { orgId, table, after: position })
  }
  return rows
}
