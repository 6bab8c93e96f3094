import { once } from 'node:events'
import { request as requestPlain } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { createServer, type Server } from 'node:net'
import { promisify } from 'node:util'
import { type ConnectProxy, startConnectProxy } from '@signalpost/testing'
import { afterEach, expect, test } from 'vitest'
import { authority, stageServers } from '../test-support/stage-servers.ts'
import { fetchThrough } from './fetch-through.ts'
import { openTunnel } from './open-tunnel.ts'
import { describeProxy, type OutgoingProxy } from './outgoing-proxy.ts'
import { createProxyAgent } from './proxy-agent.ts'

const stage = stageServers()
const ca = authority.certificate
const login = { user: 'user', password: 'p@:ss' }
const closing: { close: () => unknown }[] = []

afterEach(async () => {
  for (const one of closing.splice(0)) await one.close()
})

async function startProxy(leadTo: number): Promise<ConnectProxy> {
  const proxy = await startConnectProxy(leadTo, { login })
  closing.push(proxy)
  return proxy
}

/** Two clients that libraries bring along: Node's own and undici. */
const clients = {
  fetch: async (proxy: OutgoingProxy, url: string) => {
    const answer = await fetchThrough(proxy, { ca })(url, { signal: AbortSignal.timeout(5_000) })
    return answer.text()
  },
  node: async (proxy: OutgoingProxy, url: string) => {
    const { protocol } = new URL(url)
    const isSecure = protocol === 'https:'
    const agent = createProxyAgent(proxy, { protocol: isSecure ? 'https:' : 'http:' })
    closing.push({ close: () => agent.destroy() })
    const request = isSecure ? requestSecurely(url, { agent, ca }) : requestPlain(url, { agent })
    request.end()
    const [answer] = await once(request, 'response')
    return (await answer.toArray()).join('')
  },
}

test.each(Object.entries(clients))(
  '%s reaches a name that only the proxy can resolve',
  async (_name, get) => {
    stage.handlers.set('/a', (request, response) => response.end(`host ${request.headers.host}`))
    const secure = await startProxy(stage.secure.port)
    expect(await get(secure, 'https://good.test/a')).toBe('host good.test')
    expect(secure.asked).toEqual(['good.test:443'])
    const plain = await startProxy(stage.plain.port)
    expect(await get(plain, 'http://good.test:8123/a')).toBe('host good.test:8123')
    expect(plain.asked).toEqual(['good.test:8123'])
  },
)

test.each(Object.entries(clients))(
  '%s checks the certificate at the end of the tunnel',
  async (_name, get) => {
    const proxy = await startProxy(stage.secure.port)
    await expect(get(proxy, 'https://other.test/')).rejects.toThrow()
    expect(proxy.asked).toEqual(['other.test:443'])
  },
)

test.each(Object.entries(clients))('%s reaches nothing when the proxy refuses', async (_name, get) => {
  const before = stage.plain.connections()
  const proxy = { ...(await startProxy(stage.plain.port)), authorization: undefined }
  const url = `http://127.0.0.1:${stage.plain.port}/`
  await expect(get(proxy, url)).rejects.toSatisfy((error: Error) => /407/.test(messagesOf(error)))
  expect(stage.plain.connections()).toBe(before)
})

test.each(Object.entries(clients))(
  '%s goes past the proxy to its exceptions and to what is near',
  async (_name, get) => {
    stage.handlers.set('/', (_request, response) => response.end('direct'))
    const proxy = await startProxy(stage.plain.port)
    const url = `http://127.0.0.1:${stage.plain.port}/`
    const isThere = (host: string) => host === '127.0.0.1'
    expect(await get({ ...proxy, isExcepted: isThere }, url)).toBe('direct')
    expect(await get({ ...proxy, isNear: isThere }, url)).toBe('direct')
    expect(proxy.asked).toEqual([])
  },
)

test('gives up a proxy that does not answer', async () => {
  const server: Server = createServer()
  closing.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const proxy = { host: '127.0.0.1', port, authorization: undefined }
  const opening = promisify(openTunnel)(proxy, { host: 'good.test', port: 443, timeoutMs: 100 })
  await expect(opening).rejects.toThrow(
    'SIGNALPOST_OUTGOING_PROXY opens no tunnel to good.test:443: no answer within 0.1 s',
  )
})

test('tells libraries the URL of the proxy with its login', () => {
  const authorization = `Basic ${btoa('us er:p@:ss')}`
  expect(describeProxy({ host: '::1', port: 3128, authorization })).toEqual({
    url: 'http://us%20er:p%40%3Ass@[::1]:3128',
    user: 'us er',
    password: 'p@:ss',
  })
  expect(describeProxy({ host: 'proxy.test', port: 80, authorization: undefined })).toEqual({
    url: 'http://proxy.test:80',
    user: undefined,
    password: undefined,
  })
})

function messagesOf(error: unknown): string {
  return error instanceof Error ? `${error.message} ${messagesOf(error.cause)}` : ''
}
