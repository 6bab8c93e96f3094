import { setTimeout as delay } from 'node:timers/promises'
import { Router } from 'express'
import type { Registry } from 'prom-client'
import { mayReadMetrics } from './metrics-access.ts'
import { sendError } from './send-error.ts'
import { sendJson } from './send-json.ts'
import { methodNotAllowed } from './unrouted.ts'

const checkTimeoutMs = 1_500

/** Something that the process cannot work without. `check` rejects while it is missing; `hint` says what to do. */
export type HealthCheck = { name: string; check: () => Promise<void>; hint: string }

/**
 * `/healthz` (alive), `/readyz` (able to work and not about to stop, or 503 with the reason) and `/metrics` (Prometheus
 * text).
 */
export function healthRoutes({
  checks,
  registry,
  metricsToken,
  draining,
}: {
  checks: readonly HealthCheck[]
  registry: Registry
  metricsToken?: string | undefined
  /** Aborted once the process is asked to stop. */
  draining?: AbortSignal | undefined
}): Router {
  const router = Router({ strict: true, caseSensitive: true })
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
      const missing = await findMissing(checks)
      if (missing.length === 0) return sendJson(response, 200, { status: 'ready' })
      const reasons = missing.map(({ name, hint }) => `${name} does not answer (${hint})`)
      sendError(response, {
        code: 'unavailable',
        message: `Not ready: ${reasons.join('; ')}.`,
        headers: { 'retry-after': '1' },
      })
    })
    .all(onlyGet)

  router
    .route('/metrics')
    .get(async (request, response) => {
      if (!mayReadMetrics(request, metricsToken)) {
        const message = 'Metrics are shown to this machine itself, or for the metrics token.'
        return sendError(response, { code: 'forbidden', message })
      }
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType })
      response.end(text)
    })
    .all(onlyGet)

  return router
}

async function findMissing(checks: readonly HealthCheck[]): Promise<HealthCheck[]> {
  const passes = await Promise.all(checks.map((check) => passesInTime(check)))
  return checks.filter((_check, index) => passes[index] === false)
}

async function passesInTime({ check }: HealthCheck): Promise<boolean> {
  const abort = new AbortController()
  try {
    return await Promise.race([
      Promise.resolve()
        .then(check)
        .then(
          () => true,
          () => false, // that it fails is all that the answer tells
        ),
      delay(checkTimeoutMs, false, { signal: abort.signal }),
    ])
  } finally {
    abort.abort()
  }
}
