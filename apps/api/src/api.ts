import { createRefusalLog } from '@signalpost/administration'
import { createWorkspaceRate } from '@signalpost/authorization'
import { createAcknowledgeTokens, createUnsubscribeTokens } from '@signalpost/channels'
import {
  checkDatabase,
  createDatabase,
  type Heartbeat,
  isStoreFault,
  readSchemaVersion,
  startHeartbeat,
} from '@signalpost/database'
import { createRateLimiter } from '@signalpost/database/access'
import { createSignalReader } from '@signalpost/database/records'
import { TransientError } from '@signalpost/domain'
import type { Outgoing } from '@signalpost/outgoing'
import { createCursors, createRouter, createTurns, createWriteOnce, type Pace } from '@signalpost/rest'
import {
  createRequestObserver,
  observeRequests,
  type ProcessContext,
  type Running,
  refuseUntilStarted,
  secureTransport,
  securityText,
  serveApp,
  watchPool,
  watchSchemaVersion,
} from '@signalpost/runtime'
import { createPlanRefiner, createWebsiteAnalysis, reachWebsites } from '@signalpost/website-analysis'
import { Gauge, type Registry } from 'prom-client'
import type { ApiConfig } from './config.ts'
import { createAuthenticator } from './face/callers/authenticate.ts'
import { createAdmission } from './face/create-admission.ts'
import { requestMetrics } from './face/request-metrics.ts'
import { acknowledgeRoutes } from './links/acknowledge-routes.ts'
import type { AssistantAdmission } from './mcp/assistant-endpoint.ts'
import { openAssistants } from './open-assistants.ts'
import { docsRoutes } from './openapi/docs-routes.ts'
import { routes } from './routes/routes.ts'
import type { Services } from './services.ts'
import { unsubscribeRoutes } from './unsubscribe/unsubscribe-routes.ts'

const longestExportMs = 10 * 60_000
/** How long an analysis may take in a process that was asked to stop, which has 30 s. */
const longestEndMs = 20_000

type Context = ProcessContext & {
  nowMs?: () => number
  /** The least pace of readers of exports. */
  leastPace?: Pace | undefined
  /** Fetches the metadata documents of OAuth clients. */
  clientDocuments?: Outgoing | undefined
  /** What lets assistants in at `/mcp`; by default those that the authorization server let in. */
  assistants?: AssistantAdmission | undefined
}

/** Builds the API in order and closes its parts in reverse. */
export async function startApi(
  config: ApiConfig,
  {
    logger,
    registry,
    tracer,
    draining,
    onCutOff,
    nowMs = Date.now,
    leastPace,
    clientDocuments,
    assistants,
  }: Context,
): Promise<Running> {
  const { publicUrl, trustedProxies, ratePerMinute } = config
  const { database, pool } = createDatabase({
    url: config.databaseUrl,
    mayShareSessions: config.mayShareSessions,
    applicationName: 'signalpost api',
    maxConnections: config.connections.own,
    connectTimeoutMs: 1_500,
    statementTimeoutMs: 1_800,
    onConnectionError: (error) => logger.warn({ err: error }, 'database.connection-lost'),
  })
  const exporting = createDatabase({
    url: config.databaseUrl,
    mayShareSessions: config.mayShareSessions,
    applicationName: 'signalpost api exports',
    maxConnections: config.connections.exports,
    connectTimeoutMs: 1_500,
    statementTimeoutMs: longestExportMs,
    onConnectionError: (error) => logger.warn({ err: error }, 'database.connection-lost'),
  })
  watchPool(registry, 'own', pool)
  watchPool(registry, 'exports', exporting.pool)
  watchSchemaVersion(registry, () => readSchemaVersion(database))
  let heartbeat: Heartbeat | undefined

  // The operator sets the model's URL. Callers name websites, so those are read only behind the guard.
  const outgoing = reachWebsites(config)
  const ending = new AbortController()
  const recordCutOff = (error: unknown): never => {
    if (ending.signal.aborted) onCutOff?.('website analyses')
    throw error
  }
  const refinePlan = config.languageModel && createPlanRefiner({ ...config.languageModel, logger })
  const analysis = createWebsiteAnalysis({ outgoing, refinePlan, ending: ending.signal })
  observeThreads(registry, analysis.threads)

  const refusals = createRefusalLog({
    ...{ database, nowMs },
    onError: (error) => logger.warn({ err: error }, 'refusal.unrecorded'),
  })
  const shared = {
    ...{ database, nowMs, readSignal: createSignalReader(pool), ledgerDays: config.ledgerDays },
    cursors: createCursors(...config.masterKeys),
    writeOnce: createWriteOnce({ database, nowMs }),
    analyseWebsite: (request, signal) => analysis.analyse(request, signal).catch(recordCutOff),
  } satisfies Partial<Services>
  const observer = createRequestObserver({ ...requestMetrics, logger, registry, tracer, trustedProxies })
  return serveApp({
    ...{ config, context: { logger, registry, draining }, portVariable: 'SIGNALPOST_API_PORT', isStoreFault },
    checks: [
      { name: 'postgres', check: () => checkDatabase(database), hint: 'check DATABASE_URL and the server' },
    ],
    begin: () => {
      const onError = (error: unknown): void => logger.warn({ err: error }, 'heartbeat.missed')
      heartbeat = startHeartbeat({ database, name: 'api', connections: config.connections.total, onError })
    },
    build: ({ app, health, startup }) => {
      if (publicUrl?.startsWith('https:')) app.use(secureTransport)
      app.use(
        '/v1',
        createRouter({
          ...{ routes, startup, observer, pace: leastPace },
          services: {
            ...shared,
            exportPool: exporting.pool,
            exportTurns: createTurns(),
          },
          ...createAdmission({
            authenticate: createAuthenticator({ cell: config.cell, database, logger, trustedProxies, nowMs }),
            rateLimiter: createRateLimiter({ database, nowMs }),
            ...{ ratePerMinute, refusals },
            workspaceRate: createWorkspaceRate({
              ...{ database, nowMs, requestsPerMinute: config.workspaceLimits.requestsPerMinute },
            }),
          }),
        }),
      )
      app.use(health)
      app.use(refuseUntilStarted(startup))
      app.use(observeRequests(observer))
      app.use(docsRoutes({ routes, publicUrl }))
      app.use(securityText({ url: publicUrl, contact: config.securityContact, nowMs }))
      const opened = openAssistants(config, {
        ...{ services: shared, pool, logger, registry, clientDocuments, admission: assistants },
      })
      for (const router of opened.routers) app.use(router)
      const links = { database, cell: config.cell, trustedProxies }
      app.use(unsubscribeRoutes({ ...links, tokens: createUnsubscribeTokens(config) }))
      app.use(acknowledgeRoutes({ ...links, tokens: createAcknowledgeTokens(config, { nowMs }), nowMs }))
      return async (closeListener) => {
        await heartbeat?.stop()
        const tooLong = setTimeout(
          () => ending.abort(new TransientError('The process is stopping.')),
          longestEndMs,
        )
        await closeListener()
        clearTimeout(tooLong)
        await refusals.close()
        await analysis.close()
        await outgoing.close()
        await opened.close()
        await exporting.database.destroy()
        await database.destroy()
      }
    },
  })
}

function observeThreads(registry: Registry, count: () => number): void {
  const gauge: Gauge = new Gauge({
    name: 'signalpost_analysis_threads',
    help: 'Threads that analyse websites, including idle ones.',
    registers: [registry],
    collect: () => gauge.set(count()),
  })
}
