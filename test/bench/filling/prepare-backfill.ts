import { sequenceChanges } from '@signalpost/database/changes'
import { createWarehouse, deleteWarehouse } from '@signalpost/database/warehouses'
import { type SyncDependencies, syncWarehouse } from '@signalpost/sync'
import type { Reading } from '../define-figure.ts'
import { residentBytesOf } from '../measuring/process-use.ts'
import { watchGrowth } from '../measuring/watch-growth.ts'
import { openSync } from '../stage/open-sync.ts'
import type { Stage } from '../stage/stage.ts'
import type { BenchPostgres } from '../stage/start-bench-postgres.ts'
import { fillSignals } from './fill-signals.ts'
import { prepareStore } from './prepare-store.ts'

export const backfillSpeed = 'signals/s'
export const backfillGrowth = 'growth MiB'

/** An empty place. */
type BackfillPlace = {
  kind: string
  settings: Record<string, unknown>
  secrets: Record<string, string>
}

export type PreparedBackfill = {
  databaseUrl: string
  orgId: string
  dependencies: SyncDependencies
  /** Fills a place with all signals, with the engine in this process. */
  backfill: (place: BackfillPlace) => Promise<Reading>
}

/**
 * Prepares a store with `count` signals whose changes are sequenced, and the function that copies them into warehouses.
 */
export async function prepareBackfill(
  stage: Stage,
  postgres: BenchPostgres,
  { count }: { count: number },
): Promise<PreparedBackfill> {
  const store = await prepareStore(postgres)
  const { databaseUrl, source } = store
  const { orgId } = source
  await fillSignals(databaseUrl, { ...source, count })
  const dependencies = openSync(stage, store)
  const { database, secretBox } = dependencies
  await sequenceChanges(database)
  await postgres.settle()
  // Memory that the process always needs is not growth.
  let before: number | undefined
  return {
    databaseUrl,
    orgId,
    dependencies,
    backfill: async ({ kind, settings, secrets }) => {
      const { warehouseId } = await createWarehouse(database, secretBox, {
        ...{ orgId, kind, name: kind, settings, secrets, location: JSON.stringify(settings) },
        intervalMs: 3_600_000,
        excludesPersonal: false,
        hasBounds: false,
      })
      before ??= residentBytesOf(process.pid)
      try {
        const { seconds, growth, value } = await watchGrowth(before, () =>
          syncWarehouse(dependencies, { warehouseId }),
        )
        if (value.rows.signals !== count) throw new Error(`${value.rows.signals} signals instead of ${count}`)
        return { [backfillSpeed]: count / seconds, [backfillGrowth]: growth }
      } finally {
        await deleteWarehouse(database, { warehouseId })
      }
    },
  }
}
