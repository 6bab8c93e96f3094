import type { Database } from '@signalpost/database'
import { countChanges, sequenceChanges } from '@signalpost/database/changes'
import { warehouseTables } from '@signalpost/domain'

/**
 * Counts a workspace's rows by warehouse table, tombstones included; with `after`, those that changed after a position.
 */
export async function countRows(
  database: Database,
  { orgId, after }: { orgId: string; after?: ReadonlyMap<string, { position: bigint }> },
): Promise<Record<string, number>> {
  await sequenceChanges(database, { orgId })
  const rows: Record<string, number> = {}
  for (const { name: table } of warehouseTables) {
    const position = after?.get(table)?.position ?? 0n
    rows[table] = await countChanges(database, { orgId, table, after: position })
  }
  return rows
}
