import type { ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { failureOf, limits, stageServers } from './test-support/stage-servers.ts'

const stage = stageServers()
const { handlers, open, guard, get } = stage

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
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('nonsense').subarray(0, -9)),
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

const feed = '<rss>'.repeat(500)
const codings: [string, string, string | Buffer][] = [
  ['gzip', 'gzip', gzipSync(feed)],
  ['deflate in its frame', 'deflate', deflateSync(feed)],
  ['deflate without its frame', 'deflate', deflateRawSync(feed)],
  ['brotli', 'br', brotliCompressSync(feed)],
  ...['gzip', 'deflate', 'br'].map((coding): [string, string, string] => [
    `a plain body that says ${coding}`,
    coding,
    feed,
  ]),
]

test.each(codings)('reads %s', async (_, coding, body) => {
  handlers.set('/', (_request, response) => {
    // The first bytes may come one by one.
    response.writeHead(200, { 'content-encoding': coding }).write(body.slice(0, 1))
    setTimeout(() => response.end(body.slice(1)), 5)
  })
  const answer = await get('/', { maxAnswerBytes: 10_000, wholeAnswer: true })
  expect(answer.body.toString()).toBe(feed)
  const bounded = get('/', { maxAnswerBytes: 1_000, wholeAnswer: true })
  expect(await failureOf(bounded)).toMatchObject({ code: 'too_large' })
})

test('reads an empty body that says it is compressed', async () => {
  handlers.set('/', (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end())
  expect((await get('/', { wholeAnswer: true })).body).toHaveLength(0)
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
