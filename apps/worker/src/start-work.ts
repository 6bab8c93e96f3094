import { sealStoredUrls } from '@signalpost/administration/channel'
import { startJobs } from '@signalpost/administration/jobs'
import { startAlerting } from '@signalpost/alerting'
import { startCanary } from '@signalpost/canary'
import {
  countPartitionDays,
  createSecretBox,
  type Database,
  type DatabasePool,
  findDueWork,
  measureClockSkewMs,
  measureStore,
} from '@signalpost/database'
import { claimBatch, measureBacklog } from '@signalpost/database/ledger'
import { createDeliveryQueue, createDeliveryWorker } from '@signalpost/queues'
import { type ProcessContext, readBackupTimeMs, runPeriodically, runWhenWoken } from '@signalpost/runtime'
import { startSyncing } from '@signalpost/sync'
import type { WorkerConfig } from './config.ts'
import { applyBatch } from './jobs/apply-batch.ts'
import { applyDeliveries } from './jobs/apply-deliveries.ts'
import { maintainStore } from './jobs/maintain-store.ts'
import { openJobLanes } from './jobs/open-job-lanes.ts'
import { sweepDeliveries } from './jobs/sweep-deliveries.ts'
import { createTurns } from './jobs/take-turns.ts'
import { createTakenAlong } from './jobs/taken-along.ts'
import { createStoreMetrics } from './store-metrics.ts'
import { concurrencyMost } from './worker-connections.ts'
import type { WorkerMetrics } from './worker-metrics.ts'

/**
 * How many deliveries a job applies of a backlog. Without one it would find little behind its batch, and looking costs two
 * statements, as many as claiming and reading what it has. A worker of one job at a time sees no others wait.
 */
const fill = 1_000
/** How long an application must have run before another begins beside it. */
const turnPatienceMs = 20
// A handful of promises say 5 s, such as that an incident resolves; what one look leaves, the next one finds.
const lookIntervalMs = 1_000
const maintenanceIntervalMs = 60_000
const backlogIntervalMs = 5_000
const storeIntervalMs = 15_000
const partitionDays = 7

export type Work = {
  /** Rejects while the queue is unreachable or nothing takes its jobs. */
  checkQueue: () => Promise<void>
  stop: () => Promise<void>
}

type Options = Pick<ProcessContext, 'logger' | 'registry' | 'tracer'> & {
  onCutOff: ProcessContext['onCutOff'] | undefined
  config: WorkerConfig
  database: Database
  /** The connection pool of `database`. */
  pool: DatabasePool
  metrics: WorkerMetrics
  onFault: (part: string) => (error: unknown) => void
}

/** Starts everything that a worker does once its stores are ready. */
export function startWork({
  config,
  database,
  pool,
  metrics,
  logger,
  registry,
  tracer,
  onFault,
  onCutOff,
}: Options): Work {
  const { maxAttempts, ledgerDays, dedupDays, connections } = config
  const concurrency = Math.min(concurrencyMost, connections.own - 1)
  const applying = { database, logger, metrics, maxAttempts, nowMs: Date.now, tracer }
  let isStopping = false
  let batchesUnderWay = 0
  const alerting = startAlerting({
    ...{ config, maxConnections: connections.alerts },
    ...{ logger, registry, tracer, onFault, nowMs: Date.now },
  })
  const syncing = startSyncing({
    ...{ config, maxConnections: connections.warehouses },
    ...{ logger, registry, tracer, onFault, onCutOff },
  })
  const canary = startCanary({ database, pool, config, registry, onFault, nowMs: Date.now })
  const storeMetrics = createStoreMetrics(registry)
  const takenAlong = createTakenAlong()
  const inTurn = createTurns({ atOnce: concurrency, patienceMs: turnPatienceMs })
  const consumer = createDeliveryWorker({
    backend: config.queueBackend,
    concurrency,
    maxConnections: connections.taking,
    onError: onFault('queue'),
    processBatch: async (batch) => {
      batchesUnderWay += 1
      await applyBatch(
        {
          ...{ inTurn, takenAlong, onApplied: alerting.nudge },
          apply: ({ looksBehind, onTaken }) =>
            applyDeliveries(
              applying,
              (transaction) =>
                claimBatch(transaction, batch.batchId, { fill: looksBehind || concurrency === 1 ? fill : 0 }),
              { onTaken },
            ),
        },
        batch,
      ).finally(() => {
        batchesUnderWay -= 1
      })
    },
  })
  const jobLanes = openJobLanes({ config, database, maxConnections: connections.warehouseJobs, onFault })
  const jobs = startJobs({ database, lanes: jobLanes.lanes, logger, onFault: onFault('jobs'), onCutOff })
  const queue = createDeliveryQueue({
    backend: config.queueBackend,
    maxConnections: connections.enqueuing,
    onError: onFault('queue'),
  })
  const sweep = runWhenWoken({
    work: async () => {
      const swept = await sweepDeliveries(applying, { shouldStop: () => isStopping })
      if (swept > 0) alerting.nudge()
    },
    onError: onFault('sweep'),
  })
  const periodic = [
    runPeriodically({
      intervalMs: lookIntervalMs,
      work: async () => {
        const work = await findDueWork(database, Date.now())
        if (work.hasDeliveries) sweep.wake()
        for (const part of [alerting, syncing, canary, jobs]) part.takeUp(work)
      },
      onError: onFault('look'),
    }),
    runPeriodically({
      intervalMs: maintenanceIntervalMs,
      work: async () => {
        if (!(await maintainStore({ database, logger, ledgerDays, dedupDays, nowMs: Date.now }))) return
        metrics.countMaintenance()
        const channels = await sealStoredUrls({ database, secretBox: createSecretBox(...config.masterKeys) })
        if (channels > 0) logger.info({ channels }, 'channel-urls.sealed')
      },
      onError: onFault('maintenance'),
    }),
    runPeriodically({
      intervalMs: backlogIntervalMs,
      work: async () => {
        metrics.showBacklog(await measureBacklog(database))
        metrics.showPartitionDays(
          await countPartitionDays(database, { nowMs: Date.now(), most: partitionDays }),
        )
        metrics.showClockSkew(await measureClockSkewMs(database))
        await alerting.measure()
      },
      onError: onFault('metrics'),
    }),
    runPeriodically({
      intervalMs: backlogIntervalMs,
      work: async () => {
        try {
          metrics.showWaitingBatches(await queue.depth())
          storeMetrics.showQueueMemory(await queue.memory())
          storeMetrics.showQueueReachable(true)
        } catch (error) {
          storeMetrics.showQueueReachable(false)
          throw error
        }
      },
      onError: onFault('queue'),
    }),
    runPeriodically({
      intervalMs: storeIntervalMs,
      work: async () => {
        if (config.backupMarker !== undefined) {
          storeMetrics.showBackup(await readBackupTimeMs(config.backupMarker))
        }
        storeMetrics.showStore(await measureStore(database))
      },
      onError: onFault('store metrics'),
    }),
  ]

  return {
    checkQueue: consumer.check,
    stop: async () => {
      isStopping = true
      await Promise.all([
        consumer.close().finally(() => {
          if (batchesUnderWay > 0) onCutOff?.('deliveries')
        }),
        alerting.stop(),
        syncing.stop(),
        canary.stop(),
        jobs.stop().then(jobLanes.close),
        sweep.stop(),
        ...periodic.map((rounds) => rounds.stop()),
      ])
      await queue.close()
    },
  }
}
