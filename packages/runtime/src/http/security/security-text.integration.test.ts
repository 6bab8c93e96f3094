import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createLogger } from '../../logging/create-logger.ts'
import { createApp } from '../create-app.ts'
import { errorHandler } from '../error-handler.ts'
import { securityText } from './security-text.ts'

const nowMs = Date.parse('2026-11-20T09:00:00.000Z')

test.each([
  ['https://api.example.com/x', undefined, 'mailto:security@api.example.com'],
  ['http://127.0.0.1:4200', undefined, 'mailto:security@localhost'],
  [undefined, undefined, 'mailto:security@localhost'],
  ['https://api.example.com', 'https://example.com/report', 'https://example.com/report'],
])('security.txt at %s with the contact %s names %s, and ends within a year', async (url, contact, named) => {
  const app = createApp()
  app.use(securityText({ url, contact, nowMs: () => nowMs }))
  app.use(errorHandler({ logger: createLogger({ name: 'test', level: 'silent' }) }))
  const server = createServer(app)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = (method: string) => fetch(`http://127.0.0.1:${port}/.well-known/security.txt`, { method })
  const answer = await ask('GET')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(await answer.text()).toBe(
    `Contact: ${named}\nExpires: 2027-05-19T00:00:00.000Z\nPreferred-Languages: en\n`,
  )
  expect((await ask('POST')).status).toBe(405)
  server.close()
})
