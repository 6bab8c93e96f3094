import { Router } from 'express'
import type { Registry } from 'prom-client'
import { findShortcomings, type HealthCheck } from '../config/find-shortcomings.ts'
import { shareCheck } from '../lifecycle/share-check.ts'
import type { Startup } from '../lifecycle/start-when-ready.ts'
import { mayReadMetrics } from './metrics-access.ts'
import { sendError } from './send-error.ts'
import { sendJson } from './send-json.ts'
import { methodNotAllowed } from './unrouted.ts'

export type { HealthCheck } from '../config/find-shortcomings.ts'

/**
 * Serves `/healthz` (alive), `/readyz` (able to work and not about to stop, or 503 with the reason) and `/metrics`
 * (Prometheus text).
 */
export function healthRoutes({
  checks,
  registry,
  metricsToken,
  draining,
  startup,
}: {
  checks: readonly HealthCheck[]
  registry: Registry
  metricsToken?: string | undefined
  /** Aborted when the process is asked to stop. */
  draining?: AbortSignal | undefined
  /** Needed if the port opens before the work can start. */
  startup?: Pick<Startup, 'waitsFor'>
}): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const check = shareCheck(() => findShortcomings(checks))
  const onlyGet = methodNotAllowed(['GET', 'HEAD'])

  router
    .route('/healthz')
    .get((_request, response) => sendJson(response, 200, { status: 'ok' }))
    .all(onlyGet)

  router
    .route('/readyz')
    .get(async (_request, response) => {
      if (draining?.aborted) {
        const message = 'Not ready: draining, because the process was asked to stop.'
        return sendError(response, { code: 'unavailable', message, headers: { 'retry-after': '1' } })
      }
      const missing = await check()
      const reason = missing.join('; ') || startup?.waitsFor()
      if (reason === undefined) return sendJson(response, 200, { status: 'ready' })
      sendError(response, {
        code: 'unavailable',
        message: `Not ready: ${reason}.`,
        headers: { 'retry-after': '1' },
      })
    })
    .all(onlyGet)

  router
    .route('/metrics')
    .get(async (request, response) => {
      if (!mayReadMetrics(request, metricsToken)) {
        const message = 'Metrics are shown only to this machine, or with the metrics token.'
        return sendError(response, { code: 'forbidden', message })
      }
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType })
      response.end(text)
    })
    .all(onlyGet)

  return router
}
