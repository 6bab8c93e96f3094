import {
  checkDatabase,
  createDatabase,
  type Database,
  type Heartbeat,
  measureClockSkewMs,
  readSchemaVersion,
  rethrowExplained,
  startHeartbeat,
} from '@signalpost/database'
import { NotReadyError } from '@signalpost/domain'
import { checkQueueBackend } from '@signalpost/queues'
import {
  type HealthCheck,
  type Logger,
  type ProcessContext,
  type Running,
  StartError,
  serveApp,
  watchPool,
  watchSchemaVersion,
} from '@signalpost/runtime'
import type { WorkerConfig } from './config.ts'
import { startWork, type Work } from './start-work.ts'
import { createWorkerMetrics } from './worker-metrics.ts'

const statementTimeoutMs = 15_000
const clockSkewToleratedMs = 5_000

/** Builds the worker in order and closes its parts in reverse. */
export async function startWorker(config: WorkerConfig, context: ProcessContext): Promise<Running> {
  const { logger, registry, tracer, onCutOff } = context
  const metrics = createWorkerMetrics(registry)
  const onFault = (part: string) => {
    metrics.expectFaults(part)
    return (error: unknown) => {
      metrics.countFault(part)
      logger.warn({ part, err: error }, 'worker.interrupted')
    }
  }
  const { database, pool } = createDatabase({
    url: config.databaseUrl,
    mayShareSessions: config.mayShareSessions,
    applicationName: 'signalpost worker',
    maxConnections: config.connections.own,
    statementTimeoutMs,
    onConnectionError: onFault('database'),
  })
  watchPool(registry, 'own', pool)
  watchSchemaVersion(registry, () => readSchemaVersion(database))
  const postgres: HealthCheck = {
    name: 'postgres',
    check: () => checkDatabase(database),
    hint: 'check DATABASE_URL and the server',
  }
  let work: Work | undefined
  let heartbeat: Heartbeat | undefined
  return serveApp({
    ...{ config, context, portVariable: 'SIGNALPOST_WORKER_PORT', checks: [postgres] },
    alsoReady: [
      { name: 'queue', check: async () => work?.checkQueue(), hint: 'check the store of the queue' },
    ],
    begin: async () => {
      await checkQueueFindings(config, logger)
      await reportClockSkew(database, logger)
      work = startWork({ config, database, pool, metrics, logger, registry, tracer, onFault, onCutOff })
      heartbeat = startHeartbeat({
        ...{ database, name: 'worker', connections: config.connections.total },
        onError: onFault('heartbeat'),
      })
    },
    build: ({ app, health }) => {
      app.use(health)
      return async (closeListener) => {
        await closeListener()
        await work?.stop()
        await heartbeat?.stop()
        await database.destroy()
      }
    },
  })
}

async function reportClockSkew(database: Database, logger: Logger): Promise<void> {
  const skewMs = Math.round(await measureClockSkewMs(database).catch(rethrowExplained))
  if (Math.abs(skewMs) > clockSkewToleratedMs) logger.error({ skewMs }, 'clock.skewed')
}

/**
 * A store that is away may come back, and its tables may still be created. Only settings that lose jobs keep the worker
 * from starting.
 */
async function checkQueueFindings({ queueBackend }: WorkerConfig, logger: Logger): Promise<void> {
  const findings = await checkQueueBackend(queueBackend).catch((error: unknown) => {
    logger.warn({ err: error }, 'queue.unreachable')
    return []
  })
  for (const { fatal, message, remedy } of findings) {
    if (fatal && queueBackend.kind === 'postgres') throw new NotReadyError(message, remedy)
    if (fatal) throw new StartError(`${message} ${remedy}`)
    logger.warn({ message, remedy }, 'queue.weak')
  }
}
