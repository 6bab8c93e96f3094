import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { HealthCheck } from '../config/find-shortcomings.ts'
import { createMetricsRegistry } from '../create-metrics-registry.ts'
import { createLogger } from '../logging/create-logger.ts'
import { type Listener, listen } from '../server/listen.ts'
import { createApp } from './create-app.ts'
import { errorHandler } from './error-handler.ts'
import { healthRoutes } from './health-routes.ts'

const token = 'a-long-metrics-token'
const checks: HealthCheck[] = []
let server: Listener

beforeEach(async () => {
  checks.length = 0
  const app = createApp()
  app.use(healthRoutes({ checks, registry: createMetricsRegistry('test'), metricsToken: token }))
  app.use(errorHandler({ logger: createLogger({ name: 'test', level: 'silent' }) }))
  server = await listen({ handler: app, host: '127.0.0.1', port: 0 })
})

afterEach(() => server.close())

describe('healthRoutes', () => {
  test('says that the process is alive', async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/healthz`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ok' })
  })

  test('is ready when every check passes', async () => {
    checks.push({ name: 'Postgres', check: async () => undefined, hint: 'start it' })
    const response = await fetch(`http://127.0.0.1:${server.port}/readyz`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ready' })
  })

  test('names all that is missing, also what throws at once or never settles', async () => {
    checks.push(
      { name: 'Postgres', check: () => Promise.reject(new Error('secret reason')), hint: 'start it' },
      { name: 'Cache', check: () => Promise.resolve(), hint: 'none' },
      { name: 'Queue', check: () => new Promise(() => undefined), hint: 'look at Redis' },
      {
        name: 'Disk',
        check: () => {
          throw new Error('at once')
        },
        hint: 'make room',
      },
    )
    const response = await fetch(`http://127.0.0.1:${server.port}/readyz`)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toEqual({
      code: 'unavailable',
      message:
        'Not ready: Postgres does not answer (start it); Queue does not answer (look at Redis); Disk does not answer (make room).',
    })
  })

  test.each(['/healthz', '/readyz', '/metrics'])('serves GET and HEAD alone on %s', async (path) => {
    const refused = await fetch(`http://127.0.0.1:${server.port}${path}`, { method: 'POST' })
    expect(refused.status).toBe(405)
    expect(refused.headers.get('allow')).toBe('GET, HEAD')
    const head = await fetch(`http://127.0.0.1:${server.port}${path}`, { method: 'HEAD' })
    expect(head.status).toBe(200)
  })

  test('shows metrics to this machine', async () => {
    const { status, body } = await getMetrics({})
    expect(status).toBe(200)
    expect(body).toMatch(/^nodejs_version_info\{.*process="test".*\} 1$/m)
  })

  test.each([
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
    { 'x-forwarded-proto': 'https' },
    { host: 'signals.example.com' },
    { 'x-real-ip': '127.0.0.1', authorization: 'Bearer wrong' },
    { 'x-real-ip': '127.0.0.1', authorization: 'Bearer ' },
    { 'x-real-ip': '127.0.0.1', authorization: `Basic ${token}` },
  ])('refuses metrics through a proxy: %j', async (headers) => {
    const { status, body } = await getMetrics(headers)
    expect(status).toBe(403)
    expect(JSON.parse(body)).toMatchObject({ code: 'forbidden' })
  })

  test('refuses metrics to a proxy that adds nothing and speaks HTTP/1.0', async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.end('GET /metrics HTTP/1.0\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n')
    let answer = ''
    for await (const chunk of socket) answer += String(chunk)
    expect(answer).toMatch(/^HTTP\/1\.1 403 /)
  })

  test('shows metrics through a proxy for the token', async () => {
    const { status } = await getMetrics({ 'x-forwarded-for': '1.1.1.1', authorization: `Bearer ${token}` })
    expect(status).toBe(200)
  })
})

/** fetch does not let us choose the Host header. */
function getMetrics(headers: Record<string, string>): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port: server.port, path: '/metrics', headers },
      (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (body += chunk))
        response.on('end', () => resolve({ status: response.statusCode, body }))
      },
    )
    request.on('error', reject)
    request.end()
  })
}
