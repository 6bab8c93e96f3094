import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { createAuthority, createCertificate } from '@signalpost/testing'
import { expect, test, vi } from 'vitest'
import { createOutgoing } from './create-outgoing.ts'
import { authority, failureOf, limits, loopback, stageServers } from './test-support/stage-servers.ts'

const stage = stageServers()
const { handlers, open, guard, get } = stage

test.each([
  ['for another name', { names: ['other.test'], authority }],
  ['of an unknown authority', { names: ['good.test'], authority: createAuthority() }],
  ['signed by itself', { names: ['good.test'] }],
  ['that has expired', { names: ['good.test'], authority, days: -1 }],
])('refuses a certificate %s, also where the environment would have it accepted', async (_, wanted) => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const { certificate, key } = createCertificate(wanted)
  const answer = vi.fn((_request: IncomingMessage, response: ServerResponse) => response.end())
  const { port } = await open(createTlsServer({ cert: certificate, key }, answer))
  const work = guard().request({ ...limits, url: `https://good.test:${port}/` })
  expect(await failureOf(work)).toEqual({ code: 'tls_failed', sentNothing: true })
  expect(answer).not.toHaveBeenCalled()
})

test('trusts an authority only where configured', async () => {
  const made = createOutgoing({ allowedNetworks: loopback, lookup: () => Promise.resolve(['127.0.0.1']) })
  const work = made.request({ ...limits, url: `https://good.test:${stage.secure.port}/` })
  expect(await failureOf(work)).toEqual({ code: 'tls_failed', sentNothing: true })
})

test('distinguishes a closed port, a server without TLS and a handshake that breaks off', async () => {
  const closed = createTcpServer()
  const { port } = await open(closed)
  await new Promise((resolve) => closed.close(resolve))
  const unanswered = guard().request({ ...limits, url: `https://good.test:${port}/` })
  expect(await failureOf(unanswered)).toEqual({ code: 'connect_failed', sentNothing: true })

  const other = guard().request({ ...limits, url: `https://good.test:${stage.plain.port}/` })
  expect(await failureOf(other)).toEqual({ code: 'tls_failed', sentNothing: true })

  const rude = await open(createTcpServer((socket) => socket.once('data', () => socket.destroy())))
  const broken = guard().request({ ...limits, url: `https://good.test:${rude.port}/` })
  expect(await failureOf(broken)).toEqual({ code: 'tls_failed', sentNothing: true })
})

test('knows that a request may have arrived when the connection ends after it was sent', async () => {
  handlers.set('/', (request) => request.socket.destroy())
  expect(await failureOf(get('/', { method: 'POST', body: 'x' }))).toEqual({
    code: 'reset',
    sentNothing: false,
  })
})

test('gives up a handshake, headers and a whole body that take too long', async () => {
  const silent = await open(createTcpServer())
  const handshake = guard().request({ ...limits, url: `https://good.test:${silent.port}/`, timeoutMs: 100 })
  expect(await failureOf(handshake)).toEqual({ code: 'timeout', sentNothing: true })

  handlers.set('/headers', () => undefined)
  expect(await failureOf(get('/headers', { timeoutMs: 100 }))).toEqual({
    code: 'timeout',
    sentNothing: false,
  })

  handlers.set('/body', (_, response) => drip(response))
  const body = get('/body', { timeoutMs: 300, wholeAnswer: true })
  expect(await failureOf(body)).toEqual({ code: 'timeout', sentNothing: false })
})

test('gives up a name that is not resolved in time', async () => {
  const lookup = () => new Promise<string[]>(() => undefined)
  const work = guard({ lookup }).request({ ...limits, url: 'https://good.test/', timeoutMs: 50 })
  expect(await failureOf(work)).toEqual({ code: 'timeout', sentNothing: true })
})

test('closes the connection of a request that it gave up', async () => {
  let closed = false
  handlers.set('/', (request) => {
    request.socket.on('close', () => {
      closed = true
    })
  })
  await failureOf(get('/', { timeoutMs: 100 }))
  await expect.poll(() => closed).toBe(true)
})

test('closes a connection on which no handshake came about', async () => {
  let closed = false
  const silent = createTcpServer((socket) => {
    socket.on('error', () => undefined).resume()
    socket.on('close', () => {
      closed = true
    })
  })
  const { port } = await open(silent)
  await failureOf(guard().request({ ...limits, url: `https://good.test:${port}/`, timeoutMs: 100 }))
  await expect.poll(() => closed).toBe(true)
})

test('is given up by its caller, and by the end of the guard', async () => {
  const abort = new AbortController()
  handlers.set('/', () => abort.abort())
  expect(await failureOf(get('/', { signal: abort.signal }))).toEqual({ code: 'aborted', sentNothing: false })
  expect(await failureOf(get('/', { signal: abort.signal }))).toEqual({ code: 'aborted', sentNothing: true })

  const made = guard()
  const url = `http://127.0.0.1:${stage.plain.port}/ended`
  handlers.set('/ended', () => void made.close())
  expect(await failureOf(made.request({ ...limits, url }))).toEqual({ code: 'aborted', sentNothing: false })
  expect(await failureOf(made.request({ ...limits, url }))).toEqual({ code: 'aborted', sentNothing: true })
})

function drip(response: ServerResponse): void {
  response.writeHead(200).write('x')
  const timer = setInterval(() => response.write('x'), 20)
  response.on('close', () => clearInterval(timer))
}
