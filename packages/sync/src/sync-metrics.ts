import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { WarehouseState } from './list-warehouse-states.ts'
import type { SyncedTables } from './tables/sync-tables.ts'

export type SyncMetrics = ReturnType<typeof createSyncMetrics>

export function createSyncMetrics(registry: Registry) {
  const registers = [registry]
  const labelNames = ['warehouse', 'kind']
  const rows = new Counter({
    name: 'signalpost_warehouse_rows_total',
    help: 'Rows written to warehouses, by kind and table.',
    labelNames: ['kind', 'table'],
    registers,
  })
  const batches = new Counter({
    name: 'signalpost_warehouse_batches_total',
    help: 'Batches committed to warehouses, by kind.',
    labelNames: ['kind'],
    registers,
  })
  const failures = new Counter({
    name: 'signalpost_warehouse_failures_total',
    help: 'Syncs that a warehouse ended, by kind and by what becomes of such a fault.',
    labelNames: ['kind', 'fault'],
    registers,
  })
  const refused = new Counter({
    name: 'signalpost_warehouse_refused_rows_total',
    help: 'Rows that warehouses refused, each time that they were tried, by kind.',
    labelNames: ['kind'],
    registers,
  })
  const recovered = new Counter({
    name: 'signalpost_warehouse_recovered_rows_total',
    help: 'Rows that warehouses took after they had refused them, by kind.',
    labelNames: ['kind'],
    registers,
  })
  const seconds = new Histogram({
    name: 'signalpost_warehouse_sync_seconds',
    help: 'Time of a sync that ended well, by kind.',
    labelNames: ['kind'],
    buckets: [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60],
    registers,
  })
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames, registers })
  const gauges = {
    lagRows: gauge(
      'signalpost_warehouse_lag_rows',
      'Records that changed and are not in the warehouse as they are now.',
    ),
    lagSeconds: gauge('signalpost_warehouse_lag_seconds', 'How long the oldest of them has waited.'),
    interval: gauge(
      'signalpost_warehouse_interval_seconds',
      'How often the warehouse is brought up to date. No series while it is paused.',
    ),
    degraded: gauge(
      'signalpost_warehouse_degraded',
      '1 while syncs of the warehouse fail, or it refuses too many rows; 0 while it is paused.',
    ),
    rejected: gauge(
      'signalpost_warehouse_rejected_rows',
      'Rows that the warehouse refuses, set aside and tried again.',
    ),
    differing: gauge(
      'signalpost_warehouse_differing_rows',
      'Rows that were not the same on both sides when they were last compared.',
    ),
  }
  return {
    countSync: (kind: string, synced: SyncedTables, durationMs: number) => {
      for (const [table, written] of Object.entries(synced.rows)) rows.inc({ kind, table }, written)
      batches.inc({ kind }, synced.batches)
      refused.inc({ kind }, synced.rejected)
      recovered.inc({ kind }, synced.recovered)
      seconds.observe({ kind }, durationMs / 1000)
    },
    countFailure: (kind: string, fault: string) => failures.inc({ kind, fault }),
    /** Removes warehouses that no longer exist. */
    showStates: (states: readonly WarehouseState[]) => {
      for (const one of Object.values(gauges)) one.reset()
      for (const { warehouseId: warehouse, kind, ...state } of states) {
        gauges.lagRows.set({ warehouse, kind }, state.lagRows)
        gauges.lagSeconds.set({ warehouse, kind }, state.lagSeconds)
        if (state.state !== 'paused') gauges.interval.set({ warehouse, kind }, state.intervalMs / 1000)
        gauges.degraded.set({ warehouse, kind }, state.state === 'degraded' ? 1 : 0)
        gauges.rejected.set({ warehouse, kind }, state.rejectedRows)
        if (state.differingRows !== null) gauges.differing.set({ warehouse, kind }, state.differingRows)
      }
    },
  }
}
