import { createRefusalLog } from '@signalpost/administration'
import { createWaysIn } from '@signalpost/administration/ways-in'
import { createWorkspaceRate } from '@signalpost/authorization'
import { findAssistantAddresses } from '@signalpost/authorization/oauth'
import { createLetterSender } from '@signalpost/channels'
import {
  checkDatabase,
  createDatabase,
  createSecretBox,
  type Heartbeat,
  isStoreFault,
  readSchemaVersion,
  startHeartbeat,
} from '@signalpost/database'
import { TransientError } from '@signalpost/domain'
import { createOutgoing } from '@signalpost/outgoing'
import { createCursors, createRouter, createTurns } from '@signalpost/rest'
import {
  createRequestObserver,
  observeRequests,
  type ProcessContext,
  type Running,
  refuseUntilStarted,
  securityText,
  serveApp,
  urlOfPort,
  watchPool,
  watchSchemaVersion,
} from '@signalpost/runtime'
import { createWebsiteAnalysis, reachWebsites } from '@signalpost/website-analysis'
import type { ConsoleConfig } from './config.ts'
import { buildWeb } from './server/build/build-web.ts'
import { createChannelActs } from './server/create-channel-acts.ts'
import { deviceRoutes } from './server/device/device-routes.ts'
import { checkHost } from './server/face/check-host.ts'
import { createAdmission } from './server/face/create-admission.ts'
import { requestMetrics } from './server/face/request-metrics.ts'
import { securityHeaders } from './server/face/security-headers.ts'
import { createLoginCookie, createSessionCookie } from './server/face/server-cookie.ts'
import { countLogins } from './server/login/count-logins.ts'
import { recordRefusedLogins } from './server/login/record-refused-logins.ts'
import { descriptionRoute } from './server/openapi/description-route.ts'
import { createHoursReader } from './server/overview/create-hours-reader.ts'
import { createOverviewReader } from './server/overview/create-overview-reader.ts'
import { loadPages } from './server/pages/load-pages.ts'
import { pageRoutes, unknownPage } from './server/pages/page-routes.ts'
import { routes } from './server/routes/routes.ts'
import { createWatcher } from './server/stream/create-watcher.ts'

type Context = ProcessContext & { nowMs?: () => number }

/** Builds the console in order and closes it in reverse. */
export async function startConsole(
  config: ConsoleConfig,
  { logger, registry, tracer, draining, nowMs = Date.now }: Context,
): Promise<Running> {
  const { host, trustedProxies, loginWays, sessionTimes } = config
  const pages = await loadPages(await buildWeb(config))
  const { database, pool } = createDatabase({
    url: config.databaseUrl,
    mayShareSessions: config.mayShareSessions,
    applicationName: 'signalpost console',
    maxConnections: config.connections.own,
    connectTimeoutMs: 1_500,
    statementTimeoutMs: 2_000,
    onConnectionError: (error) => logger.warn({ err: error }, 'database.connection-lost'),
  })
  const works = createDatabase({
    url: config.databaseUrl,
    mayShareSessions: config.mayShareSessions,
    applicationName: 'signalpost console works',
    maxConnections: config.connections.works,
    connectTimeoutMs: 1_500,
    statementTimeoutMs: 60_000,
    onConnectionError: (error) => logger.warn({ err: error }, 'database.connection-lost'),
  })
  watchPool(registry, 'own', pool)
  watchPool(registry, 'works', works.pool)
  watchSchemaVersion(registry, () => readSchemaVersion(database))
  let heartbeat: Heartbeat | undefined
  return serveApp({
    ...{
      config,
      context: { logger, registry, draining },
      portVariable: 'SIGNALPOST_CONSOLE_PORT',
      isStoreFault,
    },
    checks: [
      { name: 'postgres', check: () => checkDatabase(database), hint: 'check DATABASE_URL and the server' },
    ],
    begin: () => {
      const onError = (error: unknown): void => logger.warn({ err: error }, 'heartbeat.missed')
      heartbeat = startHeartbeat({
        database,
        name: 'console',
        connections: config.connections.total,
        onError,
      })
    },
    build: ({ app, health, startup, port }) => {
      const consoleUrl = config.consoleUrl ?? urlOfPort(host, port)
      const secretBox = createSecretBox(...config.masterKeys)
      const letters = config.smtp && createLetterSender({ ...config.smtp, proxy: config.outgoingProxy })
      const onError = (error: unknown): void => logger.warn({ err: error }, 'login.failed')
      const refusals = createRefusalLog({
        database,
        nowMs,
        onError: (error) => logger.warn({ err: error }, 'refusal.unrecorded'),
      })
      const watchedWaysIn = recordRefusedLogins(
        createWaysIn({
          cell: config.cell,
          ...{ database, secretBox, nowMs, consoleUrl, sendLetter: letters?.sendLetter, oidc: config.oidc },
          ...{ loginWays, sessionTimes, onError },
        }),
        refusals,
      )
      const waysIn = countLogins(watchedWaysIn, registry)
      const isSecure = consoleUrl.startsWith('https:')
      const cookie = createSessionCookie({ isSecure, totalMs: sessionTimes.totalMs })
      const loginCookie = createLoginCookie({ isSecure })
      const readOverview = createOverviewReader({ database, nowMs })
      const readHours = createHoursReader({ database, nowMs })
      const ending = new AbortController()
      const toWebsites = reachWebsites(config)
      const websites = createWebsiteAnalysis({
        outgoing: toWebsites,
        ...{ refinePlan: undefined, ending: ending.signal },
      })
      const watcher = createWatcher({ database, logger, registry })

      app.use(health)
      app.use(securityHeaders({ isSecure }))
      app.use(checkHost(consoleUrl))
      app.use(securityText({ url: consoleUrl, contact: config.securityContact, nowMs }))
      app.use(pageRoutes(pages))
      const observer = createRequestObserver({ ...requestMetrics, logger, registry, tracer, trustedProxies })
      const wayIn = { waysIn, cookie, trustedProxies }
      app.use(
        '/console/api',
        createRouter({
          ...{ routes, startup, observer },
          services: {
            cell: config.cell,
            ...{ database, secretBox, waysIn, cookie, loginCookie, readOverview, readHours, watcher, nowMs },
            works: {
              ...works,
              secretBox,
              cell: config.cell,
              nowMs,
              dataDir: config.dataDir,
              outgoingProxy: config.outgoingProxy,
              workspaceLimits: config.workspaceLimits,
              warehouseBounds: config.warehouseBounds,
              waitMs: 20_000,
              models: config.models,
              openOutgoing: async () =>
                createOutgoing({ allowedNetworks: config.allowedNetworks, proxy: config.outgoingProxy }),
            },
            exportTurns: createTurns(),
            analyseWebsite: websites.analyse,
            ...createChannelActs(config),
            allowedNetworks: config.allowedNetworks,
            workspaceLimits: config.workspaceLimits,
            cursors: createCursors(...config.masterKeys),
            ...{
              consoleUrl,
              smtp: config.smtp,
              sendLetter: letters?.sendLetter,
              intakeUrl: config.intakeUrl,
            },
            assistantAddresses: findAssistantAddresses({ apiUrl: config.publicUrl || undefined, consoleUrl }),
            ...{ ledgerDays: config.ledgerDays, loginWays, sessionTimes },
          },
          ...createAdmission({
            ...{ ...wayIn, cell: config.cell, refusals, nowMs, consoleOrigin: new URL(consoleUrl).origin },
            workspaceRate: createWorkspaceRate({
              ...{ database, nowMs, requestsPerMinute: config.workspaceLimits.requestsPerMinute },
            }),
          }),
        }),
      )
      app.use(refuseUntilStarted(startup))
      app.use(observeRequests(observer))
      app.use(descriptionRoute({ routes, ...wayIn }))
      app.use(deviceRoutes({ waysIn, trustedProxies, consoleUrl }))
      app.use(unknownPage(pages))

      return async (closeListener) => {
        await heartbeat?.stop()
        watcher.close()
        ending.abort(new TransientError('The process is stopping.'))
        await closeListener()
        await websites.close()
        await toWebsites.close()
        await waysIn.close()
        await refusals.close()
        letters?.close()
        await Promise.all([database.destroy(), works.database.destroy()])
      }
    },
  })
}
