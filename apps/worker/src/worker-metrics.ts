import type { Backlog, DeliveryStatus } from '@signalpost/database/ledger'
import { eventKinds } from '@signalpost/domain'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

const knownTypes = new Set(eventKinds.map((kind) => kind.type))

type SettledDelivery = {
  type: string | null
  status: DeliveryStatus
  /** Since its receipt; undefined after a failed attempt, whose pauses say nothing about the worker. */
  waitedMs: number | undefined
}

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>

export function createWorkerMetrics(registry: Registry) {
  const registers = [registry]
  const settled = new Counter({
    name: 'signalpost_deliveries_settled_total',
    help: 'Deliveries settled, by event type and status.',
    labelNames: ['type', 'status'],
    registers,
  })
  const failures = new Counter({
    name: 'signalpost_delivery_failures_total',
    help: 'Attempts to apply that failed because of the delivery itself.',
    labelNames: ['outcome'],
    registers,
  })
  const batchSize = new Histogram({
    name: 'signalpost_apply_batch_deliveries',
    help: 'Deliveries applied in one transaction.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
    registers,
  })
  const batchSeconds = new Histogram({
    name: 'signalpost_apply_batch_seconds',
    help: 'Time of one applying transaction.',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
    registers,
  })
  const appliedAfter = new Histogram({
    name: 'signalpost_applied_after_seconds',
    help: 'Time from the receipt of a delivery until it is settled, for its first attempt.',
    buckets: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300, 3600],
    registers,
  })
  const faults = new Counter({
    name: 'signalpost_store_faults_total',
    help: 'Work interrupted by a store, by part of the worker.',
    labelNames: ['part'],
    registers,
  })
  const queued = new Gauge({
    name: 'signalpost_queued_deliveries',
    help: 'Deliveries that wait, up to 100,000.',
    registers,
  })
  const dead = new Gauge({ name: 'signalpost_dead_letters', help: 'Dead letters, up to 100,000.', registers })
  const oldest = new Gauge({
    name: 'signalpost_oldest_queued_seconds',
    help: 'How long the oldest queued delivery has waited.',
    registers,
  })
  const partitionDays = new Gauge({
    name: 'signalpost_partitions_ahead',
    help: 'Partitions of the ledger, one a day, from today on, up to 7. Without that of today, nothing is accepted.',
    registers,
  })
  const clockSkew = new Gauge({
    name: 'signalpost_clock_skew_seconds',
    help: 'How far the clock of this machine is ahead of the database.',
    registers,
  })
  const maintained = new Gauge({
    name: 'signalpost_maintained_timestamp_seconds',
    help: 'When this worker last maintained the store; 0 if it has not. Only one worker at a time does.',
    registers,
  })
  const waitingBatches = new Gauge({
    name: 'signalpost_queue_waiting_batches',
    help: 'Jobs that wait in the queue.',
    registers,
  })

  return {
    /** Counts the deliveries. Returns how many have each status. */
    countSettled: (deliveries: SettledDelivery[], durationMs: number) => {
      const counts: Partial<Record<DeliveryStatus, number>> = {}
      for (const { type, status, waitedMs } of deliveries) {
        if (waitedMs !== undefined) appliedAfter.observe(Math.max(0, waitedMs) / 1000)
        settled.inc({ type: type !== null && knownTypes.has(type) ? type : 'other', status })
        counts[status] = (counts[status] ?? 0) + 1
      }
      batchSize.observe(deliveries.length)
      batchSeconds.observe(durationMs / 1000)
      return counts
    },
    countFailure: (outcome: 'postponed' | 'buried') => failures.inc({ outcome }),
    /** A rate needs the series to be there before its first fault. */
    expectFaults: (part: string) => faults.inc({ part }, 0),
    countFault: (part: string) => faults.inc({ part }),
    showBacklog: (backlog: Backlog) => {
      queued.set(backlog.queued)
      dead.set(backlog.dead)
      oldest.set(backlog.oldestSeconds)
    },
    showPartitionDays: (days: number) => partitionDays.set(days),
    showClockSkew: (skewMs: number) => clockSkew.set(skewMs / 1000),
    countMaintenance: () => maintained.setToCurrentTime(),
    showWaitingBatches: (batches: number) => waitingBatches.set(batches),
  }
}
