import {
  checkDatabase,
  createDatabase,
  createSecretBox,
  type Heartbeat,
  readSchemaVersion,
  startHeartbeat,
} from '@signalpost/database'
import { createOutgoing } from '@signalpost/outgoing'
import {
  type HealthCheck,
  type Periodic,
  type ProcessContext,
  type Running,
  serveApp,
  watchPool,
  watchSchemaVersion,
} from '@signalpost/runtime'
import {
  askModels,
  createSearchingMetrics,
  startDelivering,
  startRereading,
  startRunning,
} from '@signalpost/searching'
import { Counter, type Registry } from 'prom-client'
import type { SearcherConfig } from './config.ts'

const statementTimeoutMs = 15_000

/** Builds the searcher in order and closes its parts in reverse. */
export async function startSearcher(config: SearcherConfig, context: ProcessContext): Promise<Running> {
  const { logger, registry } = context
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
  const searching = { metrics: createSearchingMetrics(registry), logger, onFault }
  const { allowedNetworks, outgoingProxy } = config
  const outgoing = createOutgoing({ allowedNetworks, proxy: outgoingProxy })
  let running: Periodic | undefined
  let rereading: Periodic | undefined
  let delivering: Periodic | undefined
  let heartbeat: Heartbeat | undefined
  return serveApp({
    ...{ config, context, portVariable: 'SIGNALPOST_SEARCHER_PORT', checks: [postgres] },
    begin: () => {
      const { intakeUrl, maxBodyBytes, models } = config
      const secretBox = createSecretBox(...config.masterKeys)
      const nowMs = Date.now
      const { countOpinion, countRerank } = searching.metrics
      const asking = askModels(
        { database, nowMs },
        { ...models, onOpinion: countOpinion, onRerank: countRerank },
      )
      running = startRunning({ database, secretBox, outgoing, nowMs, ...asking }, searching)
      rereading = startRereading({ database, secretBox, outgoing, nowMs }, searching)
      delivering = startDelivering({ database, secretBox, intakeUrl, maxBodyBytes }, searching)
      heartbeat = startHeartbeat({
        ...{ database, name: 'searcher', connections: config.connections },
        onError: onFault('heartbeat'),
      })
    },
    build: ({ app, health }) => {
      app.use(health)
      return async (closeListener) => {
        await closeListener()
        await running?.stop()
        await rereading?.stop()
        await delivering?.stop()
        await heartbeat?.stop()
        await outgoing.close()
        await database.destroy()
      }
    },
  })
}

function createSearcherMetrics(registry: Registry) {
  const faults = new Counter({
    name: 'signalpost_store_faults_total',
    help: 'Work interrupted by a store, by part of the process.',
    labelNames: ['part'],
    registers: [registry],
  })
  return {
    /** A rate needs the series to be there before its first fault. */
    expectFaults: (part: string) => faults.inc({ part }, 0),
    countFault: (part: string) => faults.inc({ part }),
  }
}
