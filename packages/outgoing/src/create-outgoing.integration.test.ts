import type { TLSSocket } from 'node:tls'
import { expect, test, vi } from 'vitest'
import { createOutgoing } from './create-outgoing.ts'
import { failureOf, limits, stageServers } from './test-support/stage-servers.ts'
import { userAgent } from './user-agent.ts'

const stage = stageServers()
const { handlers, guard, get } = stage

test('sends what it is given and answers with status, headers and body', async () => {
  const seen: unknown[] = []
  handlers.set('/hook', (request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => response.end('done'))
    response.writeHead(201, { 'X-Two': ['a', 'b'], 'content-type': 'text/plain' })
    request.on('end', () => seen.push(request.method, request.url, request.headers.host))
    request.on('end', () => seen.push(request.headers['x-one'], String(Buffer.concat(pieces))))
  })
  const answer = await guard().request({
    ...limits,
    method: 'POST',
    url: `https://good.test:${stage.secure.port}/hook?q=1`,
    headers: { 'x-one': '1' },
    body: '{"a":1}',
  })
  expect(seen).toEqual(['POST', '/hook?q=1', `good.test:${stage.secure.port}`, '1', '{"a":1}'])
  expect(answer).toMatchObject({ status: 201, headers: { 'x-two': 'a, b', 'content-type': 'text/plain' } })
  expect(String(answer.body)).toBe('done')
})

test('names us and the version, unless the sender says more', async () => {
  const agents: unknown[] = []
  handlers.set('/', (request, response) => {
    agents.push(request.headers['user-agent'])
    response.end()
  })
  await get('/')
  await get('/', { headers: { 'user-agent': `${userAgent} (reads feeds)` } })
  expect(agents).toEqual([userAgent, `${userAgent} (reads feeds)`])
  expect(userAgent).toMatch(/^Signalpost\/\d+\.\d+\.\d+/)
})

test('connects to the address that was judged, whatever the name resolves to later', async () => {
  handlers.set('/', (_, response) => response.end('judged'))
  const answers = [['127.0.0.1'], ['10.0.0.1']]
  const lookup = vi.fn(() => Promise.resolve(answers.shift() ?? []))
  const answer = await guard({ lookup }).request({
    ...limits,
    url: `https://good.test:${stage.secure.port}/`,
  })
  expect(String(answer.body)).toBe('judged')
  expect(lookup).toHaveBeenCalledTimes(1)
})

test('makes no connection to an address that is not allowed', async () => {
  const before = stage.plain.connections() + stage.secure.connections()
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    'localhost',
    'internal.test',
  ]) {
    for (const origin of [`http://${host}:${stage.plain.port}`, `https://${host}:${stage.secure.port}`]) {
      const work = guard({ allowedNetworks: { has: () => false }, plainHttp: true }).request({
        ...limits,
        url: origin,
      })
      expect(await failureOf(work)).toEqual({ code: 'address_refused', sentNothing: true })
    }
  }
  expect(stage.plain.connections() + stage.secure.connections()).toBe(before)
})

test('judges addresses that the system resolves itself', async () => {
  const work = createOutgoing({ allowedNetworks: { has: () => false } }).request({
    ...limits,
    url: 'https://localhost/',
  })
  expect(await failureOf(work)).toEqual({ code: 'address_refused', sentNothing: true })
})

test('uses no proxy that the environment names', async () => {
  const before = stage.plain.connections()
  for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
    vi.stubEnv(name, `http://127.0.0.1:${stage.plain.port}`)
  }
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  handlers.set('/', (_, response) => response.end('direct'))
  const answer = await guard().request({ ...limits, url: `https://good.test:${stage.secure.port}/` })
  expect(String(answer.body)).toBe('direct')
  expect(stage.plain.connections()).toBe(before)
})

test('hands a redirect back and follows none', async () => {
  handlers.set('/', (_, response) => response.writeHead(302, { location: '/next' }).end())
  handlers.set('/next', (_, response) => response.end('followed'))
  expect(await get('/')).toMatchObject({ status: 302, headers: { location: '/next' } })
})

test('tells the server its name, and no name where there is an address', async () => {
  const names: unknown[] = []
  handlers.set('/', (request, response) => {
    // Requests of a TLS server come over TLS sockets.
    names.push((request.socket as TLSSocket).servername)
    response.end()
  })
  for (const host of ['good.test', 'good.test.', '127.0.0.1']) {
    await guard().request({ ...limits, url: `https://${host}:${stage.secure.port}/` })
  }
  expect(names).toEqual(['good.test', 'good.test', false])
})

test('shows neither URL nor address in its message', async () => {
  const work = guard({ allowedNetworks: { has: () => false } }).request({
    ...limits,
    url: 'https://10.1.2.3/secret',
  })
  await expect(work).rejects.toThrow(/^The host is not at a public address\.$/)
})
