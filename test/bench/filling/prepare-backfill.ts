import { sequenceChanges } from '@signalpost/database/changes'
import { createWarehouse, deleteWarehouse } from '@signalpost/database/warehouses'
import { syncWarehouse } from '@signalpost/sync'
import type { Reading } from '../define-figure.ts'
import { residentBytesOf } from '../measuring/process-use.ts'
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
  /** Fills a place with all signals, with the engine in this process. */
  backfill: (place: BackfillPlace) => Promise<Reading>
}

const mebibyte = 1024 * 1024
const sampleIntervalMs = 10

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
  let before = Number.NaN
  return {
    databaseUrl,
    orgId,
    backfill: async ({ kind, settings, secrets }) => {
      const { warehouseId } = await createWarehouse(database, secretBox, {
        ...{ orgId, kind, name: kind, settings, secrets, location: JSON.stringify(settings) },
        intervalMs: 3_600_000,
        excludesPersonal: false,
        hasBounds: false,
      })
      if (Number.isNaN(before)) before = residentBytesOf(process.pid)
      let peak = 0
      const watch = setInterval(() => {
        peak = Math.max(peak, residentBytesOf(process.pid))
      }, sampleIntervalMs)
      try {
        const startedAtMs = performance.now()
        const { rows } = await syncWarehouse(dependencies, { warehouseId })
        const seconds = (performance.now() - startedAtMs) / 1000
        if (rows.signals !== count) throw new Error(`${rows.signals} signals instead of ${count}`)
        return { [backfillSpeed]: count / seconds, [backfillGrowth]: (peak - before) / mebibyte }
      } finally {
        clearInterval(watch)
        await deleteWarehouse(database, { warehouseId })
      }
    },
  }
}
