import {
  checkDatabase,
  createDatabase,
  type Heartbeat,
  readSchemaVersion,
  startHeartbeat,
} from '@signalpost/database'
import {
  createApp,
  errorHandler,
  type HealthCheck,
  healthRoutes,
  listen,
  notFound,
  type ProcessContext,
  type Running,
  startWhenReady,
  watchPool,
  watchSchemaVersion,
} from '@signalpost/runtime'
import type { SearcherConfig } from './config.ts'
import { createSearcherMetrics } from './searcher-metrics.ts'

const statementTimeoutMs = 15_000

/** Builds the searcher in order and closes its parts in reverse. */
export async function startSearcher(
  config: SearcherConfig,
  { logger, registry, draining }: ProcessContext,
): Promise<Running> {
  const metrics = createSearcherMetrics(registry)
  const onFault = (part: string) => {
    metrics.expectFaults(part)
    return (error: unknown) => {
      metrics.countFault(part)
      logger.warn({ part, err: error }, 'searcher.interrupted')
    }
  }
  const { database, pool } = createDatabase({
    url: config.databaseUrl,
    mayShareSessions: config.mayShareSessions,
    applicationName: 'signalpost searcher',
    maxConnections: config.connections,
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
  let heartbeat: Heartbeat | undefined
  const startup = startWhenReady({
    logger,
    checks: [postgres],
    begin: async () => {
      heartbeat = startHeartbeat({
        ...{ database, name: 'searcher', connections: config.connections },
        onError: onFault('heartbeat'),
      })
    },
  })

  const app = createApp()
  app.use(
    healthRoutes({ registry, metricsToken: config.metricsToken, draining, checks: [postgres], startup }),
  )
  app.use(notFound)
  app.use(errorHandler({ logger }))
  const { host, port, keepAliveMs } = config
  const listener = await listen({
    ...{ host, port, keepAliveMs, draining, registry },
    portVariable: 'SIGNALPOST_SEARCHER_PORT',
    handler: app,
  })

  return {
    port: listener.port,
    started: startup.started,
    stop: async () => {
      await startup.abandon()
      await listener.close()
      await heartbeat?.stop()
      await database.destroy()
    },
  }
}
