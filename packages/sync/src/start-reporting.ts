import { countChanges } from '@signalpost/database/changes'
import type { WarehouseTable } from '@signalpost/domain'
import type { WarehouseWork } from './leases/warehouse-work.ts'

/** Reports how many rows of a table are done. */
export type ReportRows = (rows: number) => void

/** Begins the progress of a table: the rows that changed after a position are still to come. */
export async function startReporting(
  work: WarehouseWork,
  table: WarehouseTable,
  { after = 0n }: { after?: bigint } = {},
): Promise<ReportRows> {
  const { database, lease, onProgress } = work
  if (onProgress === undefined) return () => undefined
  const total = await countChanges(database, { orgId: lease.orgId, table: table.name, after })
  return reportOf(work, table, { total })
}

/** Begins the progress of a table of which `total` rows are still to come. */
export function reportOf(
  { onProgress }: Pick<WarehouseWork, 'onProgress'>,
  { name: table }: WarehouseTable,
  { total }: { total: number },
): ReportRows {
  if (onProgress === undefined) return () => undefined
  onProgress({ table, rows: 0, remaining: total })
  return (rows) => onProgress({ table, rows: Math.min(rows, total), remaining: Math.max(0, total - rows) })
}
