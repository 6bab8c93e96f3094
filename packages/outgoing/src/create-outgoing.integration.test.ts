import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { brotliCompressSync, createGzip, gzipSync } from 'node:zlib'
import { createAuthority, createCertificate } from '@signalpost/testing'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createOutgoing, type OutgoingOptions } from './create-outgoing.ts'
import type { Outgoing, OutgoingRequest } from './outgoing.ts'
import { OutgoingError } from './outgoing-error.ts'

const authority = createAuthority()
const loopback = { has: (address: string) => address.startsWith('127.') }
const handlers = new Map<string, RequestListener>()
const servers: { close: () => unknown; closeAllConnections?: () => void }[] = []
const guards: Outgoing[] = []
let plain: Listening
let secure: Listening

type Listening = { port: number; connections: () => number }

beforeAll(async () => {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    handlers.get(new URL(request.url ?? '', 'http://host').pathname)?.(request, response)
  }
  const { certificate, key } = createCertificate({ names: ['good.test', '127.0.0.1'], authority })
  plain = await open(createHttpServer(answer))
  secure = await open(createTlsServer({ cert: certificate, key }, answer))
})

afterEach(async () => {
  await Promise.all(guards.splice(0).map((guard) => guard.close()))
  handlers.clear()
  vi.unstubAllEnvs()
})

afterAll(() => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections?.()
  }
})

async function open(server: Server): Promise<Listening> {
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  return { port, connections: () => connections }
}

function guard(options: Partial<OutgoingOptions> = {}): Outgoing {
  const made = createOutgoing({
    allowedNetworks: loopback,
    lookup: () => Promise.resolve(['127.0.0.1']),
    ca: authority.certificate,
    ...options,
  })
  guards.push(made)
  return made
}

const limits = { method: 'GET', timeoutMs: 20_000, maxAnswerBytes: 1_000_000 } as const

function get(path: string, request: Partial<OutgoingRequest> = {}) {
  return guard().request({ ...limits, url: `http://127.0.0.1:${plain.port}${path}`, ...request })
}

async function failureOf(work: Promise<unknown>): Promise<{ code: string; sentNothing: boolean }> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof OutgoingError)) throw new Error('expected an OutgoingError', { cause: error })
  return { code: error.code, sentNothing: error.sentNothing }
}

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
    url: `https://good.test:${secure.port}/hook?q=1`,
    headers: { 'x-one': '1' },
    body: '{"a":1}',
  })
  expect(seen).toEqual(['POST', '/hook?q=1', `good.test:${secure.port}`, '1', '{"a":1}'])
  expect(answer).toMatchObject({ status: 201, headers: { 'x-two': 'a, b', 'content-type': 'text/plain' } })
  expect(String(answer.body)).toBe('done')
})

test('connects to the address that was judged, whatever the name resolves to later', async () => {
  handlers.set('/', (_, response) => response.end('judged'))
  const answers = [['127.0.0.1'], ['10.0.0.1']]
  const lookup = vi.fn(() => Promise.resolve(answers.shift() ?? []))
  const answer = await guard({ lookup }).request({ ...limits, url: `https://good.test:${secure.port}/` })
  expect(String(answer.body)).toBe('judged')
  expect(lookup).toHaveBeenCalledTimes(1)
})

test('makes no connection to an address that is not allowed', async () => {
  const before = plain.connections() + secure.connections()
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    'localhost',
    'internal.test',
  ]) {
    for (const origin of [`http://${host}:${plain.port}`, `https://${host}:${secure.port}`]) {
      const work = guard({ allowedNetworks: { has: () => false }, plainHttp: true }).request({
        ...limits,
        url: origin,
      })
      expect(await failureOf(work)).toEqual({ code: 'address_refused', sentNothing: true })
    }
  }
  expect(plain.connections() + secure.connections()).toBe(before)
})

test('judges addresses that the system resolves itself', async () => {
  const work = createOutgoing({ allowedNetworks: { has: () => false } }).request({
    ...limits,
    url: 'https://localhost/',
  })
  expect(await failureOf(work)).toEqual({ code: 'address_refused', sentNothing: true })
})

test('uses no proxy that the environment names', async () => {
  const before = plain.connections()
  for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
    vi.stubEnv(name, `http://127.0.0.1:${plain.port}`)
  }
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  handlers.set('/', (_, response) => response.end('direct'))
  const answer = await guard().request({ ...limits, url: `https://good.test:${secure.port}/` })
  expect(String(answer.body)).toBe('direct')
  expect(plain.connections()).toBe(before)
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
    await guard().request({ ...limits, url: `https://${host}:${secure.port}/` })
  }
  expect(names).toEqual(['good.test', 'good.test', false])
})

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
  const work = made.request({ ...limits, url: `https://good.test:${secure.port}/` })
  expect(await failureOf(work)).toEqual({ code: 'tls_failed', sentNothing: true })
})

test('distinguishes a closed port, a server without TLS and a handshake that breaks off', async () => {
  const closed = createTcpServer()
  const { port } = await open(closed)
  await new Promise((resolve) => closed.close(resolve))
  const unanswered = guard().request({ ...limits, url: `https://good.test:${port}/` })
  expect(await failureOf(unanswered)).toEqual({ code: 'connect_failed', sentNothing: true })

  const other = guard().request({ ...limits, url: `https://good.test:${plain.port}/` })
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
  const url = `http://127.0.0.1:${plain.port}/ended`
  handlers.set('/ended', () => void made.close())
  expect(await failureOf(made.request({ ...limits, url }))).toEqual({ code: 'aborted', sentNothing: false })
  expect(await failureOf(made.request({ ...limits, url }))).toEqual({ code: 'aborted', sentNothing: true })
})

test('cuts an endless body off, or refuses it where it must be whole', async () => {
  handlers.set('/', (_, response) => flood(response))
  const answer = await get('/', { maxAnswerBytes: 100_000 })
  expect([answer.status, answer.body.length]).toEqual([200, 100_000])
  const whole = get('/', { maxAnswerBytes: 100_000, wholeAnswer: true })
  expect(await failureOf(whole)).toEqual({ code: 'too_large', sentNothing: false })
})

test('takes a body of just the size', async () => {
  handlers.set('/', (_, response) => response.end('x'.repeat(1000)))
  const answer = await get('/', { maxAnswerBytes: 1000, wholeAnswer: true })
  expect(answer.body.length).toBe(1000)
})

test('takes a status for an answer, whatever goes wrong with a body that need not be whole', async () => {
  handlers.set('/slow', (_, response) => drip(response))
  handlers.set('/broken', (_, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('part', () => response.destroy())
  })
  handlers.set('/chunked', (_, response) => {
    response.write('part', () => response.destroy())
  })
  handlers.set('/garbled', (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('nonsense'),
  )
  handlers.set('/strange', (_, response) =>
    response.writeHead(200, { 'content-encoding': 'zstd' }).end('nonsense'),
  )
  expect((await get('/slow', { timeoutMs: 300 })).status).toBe(200)
  expect((await get('/broken')).body.toString()).toBe('part')
  expect((await get('/garbled')).status).toBe(200)
  expect((await get('/strange')).status).toBe(200)

  expect((await get('/chunked')).body.toString()).toBe('part')

  const broken = get('/broken', { wholeAnswer: true })
  expect(await failureOf(broken)).toEqual({ code: 'reset', sentNothing: false })
  const chunked = get('/chunked', { wholeAnswer: true })
  expect((await failureOf(chunked)).sentNothing).toBe(false)
  for (const path of ['/garbled', '/strange']) {
    expect(await failureOf(get(path, { wholeAnswer: true }))).toEqual({
      code: 'malformed',
      sentNothing: false,
    })
  }
})

test('reads no body that is not wanted', async () => {
  handlers.set('/', (_, response) => {
    response.setHeader('content-type', 'video/mp4')
    flood(response)
  })
  const answer = await get('/', { wantsBody: ({ headers }) => headers['content-type'] === 'text/html' })
  expect([answer.status, answer.body.length]).toEqual([200, 0])
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('decompresses %s', async (encoding, compress) => {
  handlers.set('/', (request, response) => {
    expect(request.headers['accept-encoding']).toContain(encoding)
    response.writeHead(200, { 'content-encoding': encoding }).end(compress('plain text'))
  })
  expect(String((await get('/', { wholeAnswer: true })).body)).toBe('plain text')
})

test('stops a bomb when as much has come out as was asked for', async () => {
  let sentBytes = 0
  handlers.set('/', (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    const gzip = createGzip()
    gzip.on('data', (piece: Buffer) => {
      sentBytes += piece.length
    })
    gzip.pipe(response)
    response.on('close', () => gzip.destroy())
    gzip.on('error', () => undefined)
    const zeros = Buffer.alloc(1_000_000)
    const feed = (): void => {
      if (!gzip.destroyed && !response.destroyed) gzip.write(zeros, feed)
    }
    feed()
  })
  expect(await failureOf(get('/', { wholeAnswer: true }))).toEqual({ code: 'too_large', sentNothing: false })
  const cut = await get('/')
  expect(cut.body.length).toBe(limits.maxAnswerBytes)
  expect(sentBytes).toBeLessThan(limits.maxAnswerBytes)
})

test('stops a compressed body out of which nothing comes', async () => {
  const emptyBlock = gzipSync('')
  handlers.set('/', (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    flood(response, Buffer.concat(Array<Buffer>(1000).fill(emptyBlock)))
  })
  expect(await failureOf(get('/', { wholeAnswer: true, maxAnswerBytes: 1000 }))).toMatchObject({
    code: 'too_large',
  })
})

test.each([
  ['headers without end', 'too_large', `HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(100)}`],
  ['another protocol', 'malformed', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['chunks without a size', 'malformed', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
])('refuses %s', async (_, code, bytes) => {
  const { port } = await open(createTcpServer((socket) => answerRaw(socket, bytes)))
  const work = guard().request({ ...limits, url: `http://127.0.0.1:${port}/`, wholeAnswer: true })
  expect(await failureOf(work)).toEqual({ code, sentNothing: false })
})

test('shows neither URL nor address in its message', async () => {
  const work = guard({ allowedNetworks: { has: () => false } }).request({
    ...limits,
    url: 'https://10.1.2.3/secret',
  })
  await expect(work).rejects.toThrow(/^The host is not at a public address\.$/)
})

function drip(response: ServerResponse): void {
  response.writeHead(200).write('x')
  const timer = setInterval(() => response.write('x'), 20)
  response.on('close', () => clearInterval(timer))
}

function flood(response: ServerResponse, piece = Buffer.alloc(65_536, 'x')): void {
  response.on('error', () => undefined)
  const feed = (): void => {
    if (!response.destroyed) response.write(piece, feed)
  }
  feed()
}

function answerRaw(socket: Socket, bytes: string): void {
  socket.on('error', () => undefined)
  socket.once('data', () => socket.end(bytes))
}
