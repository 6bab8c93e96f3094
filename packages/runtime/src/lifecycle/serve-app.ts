import type { RequestListener } from 'node:http'
import type { Networks } from '../config/networks.ts'
import { createApp } from '../http/create-app.ts'
import { errorHandler } from '../http/error-handler.ts'
import { type HealthCheck, healthRoutes } from '../http/health-routes.ts'
import { notFound } from '../http/unrouted.ts'
import { type ListenOptions, listen } from '../server/listen.ts'
import type { ProcessContext, Running } from './running.ts'
import { type Startup, startWhenReady } from './start-when-ready.ts'

type App = ReturnType<typeof createApp>

type Options = {
  config: {
    host: string
    port: number
    keepAliveMs: number
    metricsToken?: string | undefined
    trustedProxies?: Networks
  }
  context: Pick<ProcessContext, 'logger' | 'registry'> & { draining?: AbortSignal | undefined }
  /** The environment variable that sets the port. */
  portVariable: string
  /** What must be there before the work begins. */
  checks: readonly HealthCheck[]
  /** What `/readyz` asks besides. */
  alsoReady?: readonly HealthCheck[]
  /** Begins the work, as for `startWhenReady`. */
  begin: () => void | Promise<void>
  /** The port opens once the work has begun. */
  opensLate?: boolean
  limits?: Pick<ListenOptions, 'headersTimeoutMs' | 'requestTimeoutMs'> | undefined
  isStoreFault?: (error: unknown) => boolean
  /** What the server calls for a request, if not the app itself. */
  handlerOf?: (app: App) => RequestListener
  /**
   * Adds the routes of the app, its health among them, and returns what ends the process. That closes the listener in its own
   * time; the start is abandoned by then.
   */
  build: (parts: {
    app: App
    health: ReturnType<typeof healthRoutes>
    startup: Startup
    port: number
  }) => (closeListener: () => Promise<void>) => Promise<void>
}

/**
 * Serves an app of Express, and begins the work of its process once its stores are ready. What no route takes is not found.
 * Throws StartError if the port cannot be opened.
 */
export async function serveApp({
  config: { host, port, keepAliveMs, metricsToken, trustedProxies },
  context: { logger, registry, draining },
  portVariable,
  checks,
  alsoReady = [],
  begin,
  opensLate = false,
  limits,
  isStoreFault,
  // The cast: Express takes what the server has, and calls it by types of its own.
  handlerOf = (app) => app as RequestListener,
  build,
}: Options): Promise<Running> {
  const startup = startWhenReady({ logger, checks, begin })
  const app = createApp()
  const listener = await listen({
    ...{ host, port, keepAliveMs, draining, registry, portVariable, ...limits },
    ...(trustedProxies !== undefined && { trustedProxies }),
    opensAfter: opensLate ? startup.started : undefined,
    handler: handlerOf(app),
  })
  const health = healthRoutes({
    ...{ registry, metricsToken, draining, startup },
    checks: [...checks, ...alsoReady],
  })
  const stop = build({ app, health, startup, port: listener.port })
  app.use(notFound)
  app.use(errorHandler({ logger, ...(isStoreFault && { isStoreFault }) }))
  return {
    port: listener.port,
    started: startup.started,
    stop: async () => {
      await startup.abandon()
      await stop(() => listener.close())
    },
  }
}
