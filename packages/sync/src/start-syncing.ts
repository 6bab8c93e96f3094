import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase, createSecretBox, type DueWork } from '@signalpost/database'
import { sequenceChanges } from '@signalpost/database/changes'
import { leaseDueWarehouse, recordHour, recordLags } from '@signalpost/database/warehouses'
import {
  type Logger,
  type MasterKeys,
  type PoolNeed,
  runPeriodically,
  runWhenWoken,
  watchPool,
} from '@signalpost/runtime'
import type { Tracer } from '@signalpost/tracing'
import type { Registry } from 'prom-client'
import { leaseMs } from './leases/keep-lease.ts'
import { removeAbandonedScratch } from './leases/scratch.ts'
import type { SyncDependencies } from './leases/work-on-warehouse.ts'
import { listWarehouseStates, type WarehouseState } from './list-warehouse-states.ts'
import { createSyncMetrics } from './sync-metrics.ts'
import { syncNext } from './sync-next.ts'

/** The running engine that keeps warehouses in sync. */
export type Syncing = {
  /** Takes up what a look found. */
  takeUp: (work: DueWork) => void
  /** Waits a while for the batches in flight; the next process repeats an abandoned one. */
  stop: () => Promise<void>
}

/**
 * The connections that the engine needs. Usually two for each sync, a batch that is written and what is noted meanwhile,
 * and one each for sequencing, leases and measuring. The least is one sync, with which the others take turns.
 */
export const syncConnections: PoolNeed = { least: 2, usual: 7 }

const syncedAtOnceMost = 2
const statementTimeoutMs = 120_000
const measureIntervalMs = 15_000
const stopLimitMs = 20_000

type Options = {
  config: {
    databaseUrl: string
    mayShareSessions?: boolean | undefined
    masterKeys: MasterKeys
    dataDir: string
    outgoingProxy?: SyncDependencies['outgoingProxy']
    warehouseBounds?: SyncDependencies['warehouseBounds']
  }
  maxConnections?: number
  logger: Logger
  registry: Registry
  tracer?: Tracer | undefined
  onFault: (part: string) => (error: unknown) => void
  /** Called if syncs take longer than the stop waits. */
  onCutOff?: ((part: string) => void) | undefined
}

/** Uses separate connections, so that nothing else waits for a warehouse. */
export function startSyncing({
  config,
  maxConnections = syncConnections.usual,
  logger,
  registry,
  tracer,
  onFault,
  onCutOff,
}: Options): Syncing {
  // Each holds a connection while it waits for another, so more would wait for each other.
  const syncedAtOnce = Math.min(syncedAtOnceMost, maxConnections - 1)
  const { database, pool } = createDatabase({
    url: config.databaseUrl,
    mayShareSessions: config.mayShareSessions,
    applicationName: 'signalpost worker warehouses',
    maxConnections,
    statementTimeoutMs,
    onConnectionError: onFault('warehouses database'),
  })
  watchPool(registry, 'warehouses', pool)
  const metrics = createSyncMetrics(registry)
  const secretBox = createSecretBox(...config.masterKeys)
  const { dataDir, outgoingProxy } = config
  const { warehouseBounds } = config
  const opened = { database, pool, secretBox, dataDir, outgoingProxy, warehouseBounds }
  const dependencies = { ...opened, metrics, logger, tracer }
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  removeAbandonedScratch().catch(onFault('warehouses scratch'))

  const sequencing = runWhenWoken({
    // Also without warehouses, so that the inbox stays small. A process that hangs holds its shard alone.
    work: () => sequenceChanges(database, { skipsBusy: true, shouldStop: () => stopping.signal.aborted }),
    onError: onFault('sequencing'),
  })
  const claiming = runWhenWoken({
    work: async () => {
      while (running.size < syncedAtOnce && !stopping.signal.aborted) {
        const lease = await leaseDueWarehouse(database, { leaseMs })
        if (lease === undefined) return
        const sync: Promise<void> = syncNext(dependencies, lease, stopping.signal)
          .catch(onFault('warehouses'))
          .finally(() => running.delete(sync))
        running.add(sync)
      }
    },
    onError: onFault('warehouses'),
  })
  const measuring = runPeriodically({
    intervalMs: measureIntervalMs,
    work: async () => {
      const states = await listWarehouseStates(database)
      metrics.showStates(states)
      for (const state of states) {
        await recordLags(database, { ...state, rowsBehind: rowsBehindOf(state) })
        await recordHour(database, state)
      }
    },
    onError: onFault('warehouses metrics'),
  })
  return {
    takeUp: ({ hasInbox, hasWarehouses }) => {
      if (hasInbox) sequencing.wake()
      if (hasWarehouses) claiming.wake()
    },
    stop: async () => {
      stopping.abort()
      const limit = new AbortController()
      const end = async (): Promise<void> => {
        await Promise.all([sequencing.stop(), measuring.stop(), claiming.stop()])
        await Promise.all(running)
        await database.destroy()
      }
      await Promise.race([end(), delay(stopLimitMs, undefined, { signal: limit.signal })])
      limit.abort()
      if (running.size > 0) onCutOff?.('warehouses')
    },
  }
}

function rowsBehindOf({ tables }: WarehouseState): Record<string, number> {
  return Object.fromEntries(tables.map(({ table, rowsBehind }) => [table, rowsBehind]))
}
