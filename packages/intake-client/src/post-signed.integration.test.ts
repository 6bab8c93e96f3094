import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serviceV1 } from '@signalpost/signatures'
import { afterEach, expect, test } from 'vitest'
import { postOnce, postSigned } from './index.ts'

const servers: ReturnType<typeof createServer>[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

type Answer = { status: number; headers?: Record<string, string>; body?: unknown }

/** An intake that gives these answers in turn, and remembers what it received. */
async function startIntake(...answers: Answer[]) {
  const received: { body: string; signature: string | undefined }[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const signature = request.headers['x-service-signature']
      received.push({
        body: Buffer.concat(pieces).toString(),
        signature: Array.isArray(signature) ? signature[0] : signature,
      })
      const answer = answers[received.length - 1] ?? { status: 500 }
      response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body ?? {}))
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // the cast: it listens on TCP
  const sender = {
    url: `http://127.0.0.1:${port}/hooks/src_1`,
    scheme: serviceV1,
    settings: {},
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  }
  return { received, sender }
}

const post = { body: Buffer.from('[ {"a": 1} ]'), eventId: 'evt_1' }

test('sends the same bytes again after a 503, as soon as it may', async () => {
  const { received, sender } = await startIntake(
    { status: 503, headers: { 'retry-after': '0' } },
    { status: 202, body: { status: 'accepted', deliveries: [{ deliveryId: 'dlv_1' }] } },
  )
  expect(await postSigned(sender, post)).toEqual({
    accepted: true,
    status: 'accepted',
    deliveryIds: ['dlv_1'],
  })
  expect(received.map(({ body }) => body)).toEqual(['[ {"a": 1} ]', '[ {"a": 1} ]'])
  expect(received[0]?.signature).toMatch(/^t=\d{10},v1=[\da-f]{64}$/)
})

test('returns a refusal with its issues, and asks once', async () => {
  const detail = [{ path: '[0].id', message: 'expected an id' }]
  const { received, sender } = await startIntake({
    status: 400,
    body: { code: 'invalid_event', message: 'No.', detail },
  })
  expect(await postSigned(sender, post)).toMatchObject({
    accepted: false,
    reached: true,
    httpStatus: 400,
    error: { code: 'invalid_event', detail },
  })
  expect(received).toHaveLength(1)
})

test.each(['3600', '1e300'])(
  'waits no more than a minute where what is in front asks for %s s',
  async (asked) => {
    const { sender } = await startIntake({ status: 503, headers: { 'retry-after': asked } })
    expect(await postOnce(sender, post)).toMatchObject({ httpStatus: 503, retryAfterMs: 60_000 })
  },
)

test('an intake that is away did not answer', async () => {
  const { sender } = await startIntake()
  const closed = { ...sender, url: 'http://127.0.0.1:1/hooks/src_1' }
  expect(await postOnce(closed, post)).toMatchObject({ accepted: false, reached: false })
})
