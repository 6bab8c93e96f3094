import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Header } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect, vi } from 'vitest'
import { deliver, newEvent, signatureOf } from '../test-support/deliver.ts'
import { exchangeBytes } from '../test-support/exchange-bytes.ts'
import { openIntake, type TestIntake } from '../test-support/open-intake.ts'
import { openStore, type TestSource, type TestStore } from '../test-support/open-store.ts'
import { readLedger } from '../test-support/read-ledger.ts'

const maxBodyBytes = 4_096
const mebibyte = 1_048_576
const tooLarge = '{"message":"The body is larger than 4096 bytes.","code":"body_too_large"}'

let store: TestStore
let intake: TestIntake
/** Has shorter limits for slow senders, so tests do not wait as long. */
let impatient: TestIntake
let source: TestSource

test.beforeAll(async ({ testDatabase }) => {
  store = await openStore(testDatabase.url)
  source = await store.addSource()
  intake = await openIntake(store, { maxBodyBytes })
  impatient = await openIntake(store, { timeouts: { headersTimeoutMs: 1_000, requestTimeoutMs: 2_500 } })
})

afterAll(async () => {
  await Promise.all([intake.stop(), impatient.stop()])
  await store.close()
})

/** Returns the header section of a hook request, signed over `body`; `framing` says where its body ends. */
function head(body: string, framing: Header, more: Header[] = []): string {
  const headers: Header[] = [
    ['Host', 'intake.example'],
    ['Content-Type', 'application/json'],
    framing,
    ...signatureOf(source, body),
    ...more,
  ]
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `POST /hooks/${source.sourceId} HTTP/1.1\r\n${lines}\r\n`
}

function sized(body: string, more: Header[] = []): string {
  return head(body, ['Content-Length', String(body.length)], more)
}

const closing: Header[] = [['Connection', 'close']]
const chunked: Header = ['Transfer-Encoding', 'chunked']

/** Returns a body in chunks of `size` bytes. */
function chunks(body: string, size: number): string {
  const parts = body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
  return `${parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`
}

async function connected(port = intake.port): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => undefined) // some of these connections get cut off
  await once(socket, 'connect')
  return socket
}

/** Resolves with the first answer as soon as it is complete; sends no more. */
async function firstAnswer(bytes: string): Promise<string> {
  const socket = await connected()
  socket.write(bytes)
  let answer = ''
  while (!answer.endsWith('}')) answer += String((await once(socket, 'data'))[0])
  socket.destroy()
  return answer
}

/** Resolves with everything received until the other side closes. */
async function answerOn(socket: Socket): Promise<string> {
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1')
  })
  socket.resume()
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  return answer
}

/** Writes for as long as the other side accepts. Returns the number of bytes. */
async function writeEndlessly(socket: Socket, piece: string): Promise<number> {
  while (!socket.destroyed && socket.bytesWritten < 512 * mebibyte) {
    await new Promise((resolve) => socket.write(piece, resolve)) // called with an error when it is cut off
  }
  return socket.bytesWritten
}

function expectRefusal(answer: string, status: number, body: string): void {
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(answer).toMatch(/\r\nx-request-id: [\w-]+\r\n/i)
  expect(answer).toMatch(/\r\ncache-control: no-store\r\n/i)
  expect(answer.split('\r\n\r\n')[1]).toBe(body)
}

describe('a body larger than the limit', () => {
  test('is refused by its declared length, before it arrives', async () => {
    expectRefusal(await firstAnswer(head('', ['Content-Length', '1000000000'])), 413, tooLarge)
  })

  test('is refused by one byte', async () => {
    const body = JSON.stringify(newEvent()).padEnd(maxBodyBytes + 1)
    expectRefusal(await exchangeBytes(intake.port, sized(body) + body), 413, tooLarge)
    expectRefusal(await exchangeBytes(intake.port, head(body, chunked) + chunks(body, 1_000)), 413, tooLarge)
  })

  test('is refused in chunks as soon as it is too large, although it does not end', async () => {
    const bytes = `${head('', chunked)}1001\r\n${' '.repeat(maxBodyBytes + 1)}`
    expectRefusal(await firstAnswer(bytes), 413, tooLarge)
  })

  test.each<[string, Header, string]>([
    ['of a length', ['Content-Length', String(12 * mebibyte)], ' '.repeat(12 * mebibyte)],
    ['in chunks', chunked, chunks(' '.repeat(12 * mebibyte), mebibyte)],
  ])(
    '%s does not cost its sender the answer, who reads only when all is written',
    async (_case, framing, body) => {
      const socket = await connected()
      socket.pause()
      await new Promise((resolve) => socket.write(head('', framing) + body, resolve))
      expectRefusal(await answerOn(socket), 413, tooLarge)
    },
  )

  test.each<[string, Header, string]>([
    ['of a length', ['Content-Length', String(2 ** 40)], ' '.repeat(65_536)],
    ['in chunks', chunked, `10000\r\n${' '.repeat(65_536)}\r\n`],
  ])('%s that never ends is cut off', async (_case, framing, piece) => {
    const socket = await connected()
    socket.write(head('', framing))
    const [answer, written] = await Promise.all([answerOn(socket), writeEndlessly(socket, piece)])
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(written).toBeLessThan(128 * mebibyte)
  })

  test('is not kept in memory', async () => {
    const held = () => {
      collectGarbage()
      return process.memoryUsage().arrayBuffers
    }
    const before = held()
    const sockets = await Promise.all(Array.from({ length: 8 }, () => connected()))
    const body = Buffer.alloc(14 * mebibyte, ' ')
    await Promise.all(
      sockets.map(async (socket) => {
        socket.write(head('', ['Content-Length', String(2 ** 40)]))
        await new Promise((resolve) => socket.write(body, resolve))
      }),
    )
    // Garbage is freed a moment after its collection, while the requests are still open.
    const keptNothing = () => expect(held() - before - body.length).toBeLessThan(8 * mebibyte)
    await vi.waitFor(keptNothing, { timeout: 700, interval: 50 })
    for (const socket of sockets) socket.destroy()
  })

  test('costs others nothing', async () => {
    const endless = await Promise.all(Array.from({ length: 5 }, () => connected()))
    const written = endless.map((socket) => {
      socket.write(head('', chunked))
      return writeEndlessly(socket, `10000\r\n${' '.repeat(65_536)}\r\n`)
    })
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(intake, source)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202))
    await Promise.all(written)
  })
})

test.each([1, 7, 1_000, maxBodyBytes])(
  'a body within the limit may come in chunks of %i bytes',
  async (size) => {
    const body = JSON.stringify(newEvent({ id: `evt_chunks_${size}` })).padEnd(maxBodyBytes)
    const answer = await exchangeBytes(intake.port, head(body, chunked, closing) + chunks(body, size))
    expect(answer).toMatch(/^HTTP\/1\.1 202 /)
    const rows = await readLedger(store, source.sourceId)
    expect(rows.find(({ eventId }) => eventId === `evt_chunks_${size}`)?.body.toString()).toBe(body)
  },
)

test('a body within the limit may be declared first, and is then requested', async () => {
  const body = JSON.stringify(newEvent())
  const socket = await connected()
  const expecting: Header[] = [['Expect', '100-continue'], ...closing]
  socket.write(sized(body, expecting))
  const [asked] = await once(socket, 'data')
  expect(String(asked)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  socket.write(body)
  expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 202 /)
})

test('a body within the limit may be followed by the next request on the same connection', async () => {
  const [first, second] = [JSON.stringify(newEvent()), JSON.stringify(newEvent())]
  const answers = await exchangeBytes(
    intake.port,
    sized(first) + first + head(second, chunked) + chunks(second, 9) + sized('', closing),
  )
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 202', 'HTTP/1.1 202', 'HTTP/1.1 400'])
})

test('refuses a body of a declared length that is too large, without requesting it', async () => {
  const expecting: Header[] = [['Expect', '100-continue']]
  const answer = await firstAnswer(head('', ['Content-Length', '1000000000'], expecting))
  expectRefusal(answer, 413, tooLarge)
})

describe.concurrent('a sender who is slow', () => {
  const timedOut = '{"message":"The request did not arrive in time.","code":"request_timeout"}'
  const body = JSON.stringify(newEvent())

  test.each([
    ['nothing', () => ''],
    ['half a header', () => sized(body).slice(0, -20)],
    ['no body', () => sized(body)],
    ['half a body', () => sized(body) + body.slice(0, 20)],
    ['half a chunk', () => `${head(body, chunked)}ff\r\n${body.slice(0, 20)}`],
  ])('gets that answer after having sent %s', async (_case, bytes) => {
    expectRefusal(await exchangeBytes(impatient.port, bytes()), 408, timedOut)
  })

  test('gets that answer although a little arrives all the time', async () => {
    const socket = await connected(impatient.port)
    socket.write(head(body, chunked))
    const trickle = setInterval(() => socket.write('1\r\n \r\n'), 50)
    const answer = await answerOn(socket)
    clearInterval(trickle)
    expectRefusal(answer, 408, timedOut)
  })

  test('takes nothing from others, not even by the dozens', async () => {
    const slow = ['', sized(body).slice(0, -20), sized(body) + body.slice(0, 20)]
    const exchanges = Array.from({ length: 60 }, (_, index) =>
      exchangeBytes(impatient.port, slow[index % slow.length] ?? ''),
    )
    const answers = await Promise.all(Array.from({ length: 60 }, () => deliver(impatient, source)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202))
    for (const answer of await Promise.all(exchanges)) expectRefusal(answer, 408, timedOut)
  })
})

test('takes a sender who goes away in the middle for no fault of its own', async () => {
  const abandoned = () => intake.metric('signalpost_requests_refused_total', { reason: 'abandoned' })
  const before = await abandoned()
  const body = JSON.stringify(newEvent({ id: 'evt_abandoned' }))
  for (const leave of [(socket: Socket) => socket.resetAndDestroy(), (socket: Socket) => socket.destroy()]) {
    const socket = await connected()
    socket.write(sized(body) + body.slice(0, 20))
    await new Promise((resolve) => setImmediate(resolve))
    leave(socket)
  }
  await vi.waitFor(async () => expect(await abandoned()).toBe(before + 2), { timeout: 20_000 })
  expect(intake.log()).not.toContain('request.failed')
  expect(await intake.metric('signalpost_requests_refused_total', { reason: 'internal' })).toBe(0)
  const rows = await readLedger(store, source.sourceId)
  expect(rows.filter(({ eventId }) => eventId === 'evt_abandoned')).toEqual([])
})

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
