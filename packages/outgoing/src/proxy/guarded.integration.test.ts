import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { type ConnectProxy, startConnectProxy } from '@signalpost/testing'
import { afterEach, expect, test } from 'vitest'
import { failureOf, limits, stageServers } from '../test-support/stage-servers.ts'

const stage = stageServers()
const { handlers, guard } = stage
const publicAddress = '93.184.215.14'
const servers: Server[] = []
const proxies: ConnectProxy[] = []

afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close()
  for (const server of servers.splice(0)) server.close()
})

async function startProxy(leadTo: number, options?: Parameters<typeof startConnectProxy>[1]) {
  const proxy = await startConnectProxy(leadTo, options)
  proxies.push(proxy)
  return { ...proxy, authorization: undefined }
}

async function listen(server: Server): Promise<{ host: string; port: number }> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has such an address.
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}

const toPublic = () => Promise.resolve([publicAddress])

test('asks the proxy for a tunnel to the checked address, never to a name', async () => {
  handlers.set('/hook', (request, response) => response.end(`to ${request.headers.host}`))
  const proxy = await startProxy(stage.secure.port)
  const answer = await guard({ lookup: toPublic, proxy }).request({
    ...limits,
    url: 'https://good.test/hook',
  })
  expect(String(answer.body)).toBe('to good.test')
  expect(proxy.asked).toEqual([`${publicAddress}:443`])
})

test('sends plain http through a tunnel too, where it is allowed', async () => {
  handlers.set('/page', (_request, response) => response.end('plain'))
  const proxy = await startProxy(stage.plain.port)
  const answer = await guard({ lookup: toPublic, proxy, plainHttp: true }).request({
    ...limits,
    url: 'http://site.test/page',
  })
  expect(String(answer.body)).toBe('plain')
  expect(proxy.asked).toEqual([`${publicAddress}:80`])
})

test.each([
  ['a private address', 'https://10.0.0.1/', []],
  ['a name that leads to one', 'https://internal.test/', ['169.254.169.254']],
  ['a name of which one address is private', 'https://internal.test/', [publicAddress, '192.168.0.1']],
  ['this machine', 'https://localhost/', ['::1']],
])('asks the proxy for nothing when the URL leads to %s', async (_which, url, addresses) => {
  const proxy = await startProxy(stage.secure.port)
  const sending = guard({ allowedNetworks: { has: () => false }, lookup: async () => addresses, proxy })
  expect(await failureOf(sending.request({ ...limits, url }))).toEqual({
    code: 'address_refused',
    sentNothing: true,
  })
  expect(proxy.asked).toEqual([])
})

test('logs in at the proxy, and says that it could not connect when that is refused', async () => {
  handlers.set('/', (_request, response) => response.end('in'))
  const credentials = `Basic ${btoa('user:pass')}`
  const proxy = await startProxy(stage.secure.port, { login: { user: 'user', password: 'pass' } })
  const ask = (authorization: string | undefined) =>
    guard({ lookup: toPublic, proxy: { ...proxy, authorization } }).request({
      ...limits,
      url: 'https://good.test/',
    })
  expect(String((await ask(credentials)).body)).toBe('in')
  expect(await failureOf(ask(undefined))).toEqual({ code: 'connect_failed', sentNothing: true })
})

test.each([
  ['the name', (host: string) => host === 'good.test'],
  ['its address', (host: string) => host === '127.0.0.1'],
])('reaches a host past the proxy when %s is an exception', async (_which, isExcepted) => {
  handlers.set('/', (_request, response) => response.end('past'))
  const proxy = { ...(await startProxy(stage.secure.port)), isExcepted }
  const answer = await guard({ proxy }).request({ ...limits, url: `https://good.test:${stage.secure.port}/` })
  expect(String(answer.body)).toBe('past')
  expect(proxy.asked).toEqual([])
})

test('asks the proxy where one of several addresses is no exception', async () => {
  handlers.set('/', (_request, response) => response.end('through'))
  const proxy = {
    ...(await startProxy(stage.secure.port)),
    isExcepted: (host: string) => host === '127.0.0.1',
  }
  const lookup = async () => ['127.0.0.1', publicAddress]
  await guard({ lookup, proxy }).request({ ...limits, url: 'https://good.test/' })
  expect(proxy.asked).toEqual(['127.0.0.1:443'])
})

test('checks the certificate of the receiver behind the proxy', async () => {
  const proxy = await startProxy(stage.secure.port)
  const asking = guard({ lookup: toPublic, proxy }).request({ ...limits, url: 'https://other.test/' })
  expect(await failureOf(asking)).toEqual({ code: 'tls_failed', sentNothing: true })
})

test.each([
  ['closes at once', (server: Server) => server.on('connection', (socket) => socket.destroy())],
  ['speaks no HTTP', (server: Server) => server.on('connection', (socket) => socket.end('hello\r\n\r\n'))],
  [
    'never ends its answer',
    (server: Server) =>
      server.on('connection', (socket) => socket.on('error', () => undefined).write('x'.repeat(20_000))),
  ],
])('gives up a proxy that %s', async (_which, behave) => {
  const server = createServer()
  behave(server)
  const proxy = { ...(await listen(server)), authorization: undefined }
  const asking = guard({ lookup: toPublic, proxy }).request({ ...limits, url: 'https://good.test/' })
  expect(await failureOf(asking)).toEqual({ code: 'connect_failed', sentNothing: true })
})
