import {
  checkDatabase,
  claimBatch,
  createDatabase,
  type Database,
  measureBacklog,
  measureClockSkewMs,
  waitForSchema,
} from '@signalpost/database'
import { checkQueueBackend, createDeliveryQueue, createDeliveryWorker } from '@signalpost/queues'
import {
  createApp,
  errorHandler,
  healthRoutes,
  type Logger,
  listen,
  notFound,
  type ProcessContext,
  type Running,
  runPeriodically,
  StartError,
} from '@signalpost/runtime'
import { startAlerts } from './alerts/start-alerts.ts'
import type { WorkerConfig } from './config.ts'
import { applyDeliveries } from './jobs/apply-deliveries.ts'
import { maintainStore } from './jobs/maintain-store.ts'
import { sweepDeliveries } from './jobs/sweep-deliveries.ts'
import { createTurns } from './jobs/take-turns.ts'
import { createTakenAlong } from './jobs/taken-along.ts'
import { startWarehouses } from './warehouses/start-warehouses.ts'
import { createWorkerMetrics } from './worker-metrics.ts'

const concurrency = 4
/** How many deliveries a job applies, where as many wait behind its batch. */
const fill = 500
/** How long an application must have run before one more begins beside it. */
const turnPatienceMs = 20
const statementTimeoutMs = 15_000
const sweepIntervalMs = 1_000
const maintenanceIntervalMs = 60_000
const backlogIntervalMs = 5_000
const clockSkewToleratedMs = 5_000

/** Builds the worker in order and takes it apart in reverse. */
export async function startWorker(
  config: WorkerConfig,
  { logger, registry, draining, onCutOff }: ProcessContext,
): Promise<Running> {
  const metrics = createWorkerMetrics(registry)
  const onFault = (part: string) => (error: unknown) => {
    metrics.countFault(part)
    logger.warn({ part, err: error }, 'worker.interrupted')
  }
  const { database } = createDatabase({
    url: config.databaseUrl,
    applicationName: 'signalpost worker',
    maxConnections: concurrency + 4,
    statementTimeoutMs,
    onConnectionError: onFault('database'),
  })
  if (!(await waitForSchema(database))) {
    throw new StartError('the database has no schema of this version; run ./signalpost migrate')
  }
  await tellClockSkew(database, logger)
  await tellQueueFindings(config, logger)

  const { maxAttempts, ledgerDays, dedupDays } = config
  const applying = { database, logger, metrics, maxAttempts, nowMs: Date.now }
  let isStopping = false
  let batchesUnderWay = 0
  const alerts = startAlerts({ config, logger, registry, onFault, nowMs: Date.now })
  const warehouses = startWarehouses({ config, logger, registry, onFault, onCutOff })
  const takenAlong = createTakenAlong()
  const inTurn = createTurns({ atOnce: concurrency, patienceMs: turnPatienceMs })
  const consumer = createDeliveryWorker({
    backend: config.queueBackend,
    concurrency,
    onError: onFault('queue'),
    processBatch: async (batchId) => {
      if (takenAlong.take(batchId)) return
      batchesUnderWay += 1
      const applied = await inTurn(async () => {
        // It may have gone along while it waited.
        if (takenAlong.take(batchId)) return 0
        return applyDeliveries(applying, async (transaction) => {
          const claimed = await claimBatch(transaction, batchId, { fill })
          // Also where the transaction fails after all: the sweep takes up what nobody does.
          takenAlong.note(claimed, { batchId, limit: fill })
          return claimed
        })
      }).finally(() => {
        batchesUnderWay -= 1
      })
      if (applied > 0) alerts.nudge()
    },
  })
  const queue = createDeliveryQueue({ backend: config.queueBackend, onError: onFault('queue') })
  const periodic = [
    runPeriodically({
      intervalMs: sweepIntervalMs,
      work: async () => {
        const swept = await sweepDeliveries(applying, { shouldStop: () => isStopping })
        if (swept > 0) alerts.nudge()
      },
      onError: onFault('sweep'),
    }),
    runPeriodically({
      intervalMs: maintenanceIntervalMs,
      work: () => maintainStore({ database, logger, ledgerDays, dedupDays, nowMs: Date.now }),
      onError: onFault('maintenance'),
    }),
    runPeriodically({
      intervalMs: backlogIntervalMs,
      work: async () => {
        metrics.showBacklog(await measureBacklog(database))
        await alerts.measure()
        metrics.showWaitingBatches(await queue.depth())
      },
      onError: onFault('metrics'),
    }),
  ]

  const app = createApp()
  app.use(
    healthRoutes({
      registry,
      metricsToken: config.metricsToken,
      draining,
      checks: [
        { name: 'postgres', check: () => checkDatabase(database), hint: 'check DATABASE_URL and the server' },
        { name: 'queue', check: consumer.check, hint: 'check the store of the queue' },
      ],
    }),
  )
  app.use(notFound)
  app.use(errorHandler({ logger }))
  const { host, port, keepAliveMs } = config
  const listener = await listen({
    ...{ host, port, keepAliveMs, draining },
    portVariable: 'SIGNALPOST_WORKER_PORT',
    handler: app,
  })

  return {
    port: listener.port,
    stop: async () => {
      isStopping = true
      await listener.close()
      await Promise.all([
        consumer.close().finally(() => {
          if (batchesUnderWay > 0) onCutOff?.('deliveries')
        }),
        alerts.stop(),
        warehouses.stop(),
        ...periodic.map((rounds) => rounds.stop()),
      ])
      await queue.close()
      await database.destroy()
    },
  }
}

async function tellClockSkew(database: Database, logger: Logger): Promise<void> {
  const skewMs = Math.round(await measureClockSkewMs(database))
  if (Math.abs(skewMs) > clockSkewToleratedMs) logger.error({ skewMs }, 'clock.skewed')
}

// A store that is away may come back, so only what it says of itself can keep the worker from starting.
async function tellQueueFindings({ queueBackend }: WorkerConfig, logger: Logger): Promise<void> {
  const findings = await checkQueueBackend(queueBackend).catch((error: unknown) => {
    logger.warn({ err: error }, 'queue.unreachable')
    return []
  })
  for (const { fatal, message, remedy } of findings) {
    if (fatal) throw new StartError(`${message} ${remedy}`)
    logger.warn({ message, remedy }, 'queue.weak')
  }
}
