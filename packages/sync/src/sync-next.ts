import type { WarehouseLease } from '@signalpost/database/warehouses'
import type { Logger } from '@signalpost/runtime'
import { verifyLeased } from './comparison/verify-warehouse.ts'
import { type TableRewrite, WorkInterrupted } from './leases/warehouse-work.ts'
import type { SyncDependencies } from './leases/work-on-warehouse.ts'
import type { SyncMetrics } from './sync-metrics.ts'
import { syncLeased } from './tables/sync-warehouse.ts'
import { WarehouseError } from './warehouse-error.ts'

type Dependencies = SyncDependencies & { metrics: SyncMetrics; logger: Logger }

// Afterwards another waiting one gets its turn; finished work is kept.
const sliceMs = 60_000

/**
 * Syncs a leased warehouse, and compares it with the stored rows once a day. Reports what differs; repairing it needs a
 * person, because it may remove rows of theirs. Reports the warehouse's faults, and throws our own.
 */
export async function syncNext(
  { metrics, logger, ...dependencies }: Dependencies,
  lease: WarehouseLease,
  stopping: AbortSignal,
): Promise<void> {
  const { warehouseId, orgId, kind } = lease
  const onRewrite = (rewrite: TableRewrite): void =>
    logger.warn({ warehouseId, orgId, kind, ...rewrite }, 'warehouse.rewriting')
  const startedAtMs = performance.now()
  try {
    // After a failure, syncing comes first: what cannot be compared can still be kept in sync.
    if (lease.isVerificationDue && lease.failures === 0) {
      const { equal, tables } = await verifyLeased(dependencies, lease, {
        ...{ repair: false, signal: stopping, onRewrite },
      })
      const differing = Object.values(tables).reduce((sum, table) => sum + table.differingRows, 0)
      const damagedFiles = Object.values(tables).flatMap((table) => table.damagedFiles)
      const faults = Object.entries(tables).flatMap(
        ([name, { isMissing, lacksView, lacksKey, faultyColumns }]) => [
          ...(isMissing ? [name] : []),
          ...(lacksView ? [`${name}_current`] : []),
          ...(lacksKey ? [`the key of ${name}`] : []),
          ...faultyColumns.map(({ column }) => `${name}.${column}`),
        ],
      )
      logger[equal ? 'info' : 'error'](
        { warehouseId, orgId, kind, equal, differing, damagedFiles, faults },
        'warehouse.verified',
      )
      return
    }
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(sliceMs)])
    const synced = await syncLeased(dependencies, lease, { signal, onRewrite })
    if (synced === undefined) return
    const durationMs = Math.round(performance.now() - startedAtMs)
    metrics.countSync(kind, synced, durationMs)
    const { rows, batches, rejected, recovered, newerTables } = synced
    if (batches + rejected + newerTables.length === 0) return
    logger.info(
      { warehouseId, orgId, kind, rows, batches, rejected, recovered, newerTables, durationMs },
      'warehouse.synced',
    )
  } catch (error) {
    if (error instanceof WorkInterrupted) return
    if (!(error instanceof WarehouseError)) throw error
    const { fault, message } = error
    metrics.countFailure(kind, fault)
    logger.warn(
      { warehouseId, orgId, kind, fault, failures: lease.failures + 1, reason: message },
      'warehouse.failed',
    )
  }
}
