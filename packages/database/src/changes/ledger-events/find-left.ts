import type { WarehouseTable } from '@signalpost/domain'
import type { Database } from '../../database.ts'

/** Returns which of some records only warehouses have any more, as the ledger has dropped them. */
export async function findLeft(
  database: Database,
  { orgId, table, keys }: { orgId: string; table: WarehouseTable; keys: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (!table.isOnRequest || keys.length === 0) return new Set()
  const left = await database
    .selectFrom('ledger_events')
    .select('delivery_id as key')
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', (eb) => eb.fn.any(eb.val([...keys])))
    .where('has_left', '=', true)
    .execute()
  return new Set(left.map(({ key }) => key))
}
