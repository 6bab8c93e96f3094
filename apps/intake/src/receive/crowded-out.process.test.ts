import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { deliver, newEvent } from '../test-support/deliver.ts'
import { openIntake, type TestIntake } from '../test-support/open-intake.ts'
import { openStore, type TestSource, type TestStore } from '../test-support/open-store.ts'

const mebibyte = 1_048_576
const clientBytes = 32 * mebibyte
const senders = 300
const sent = Buffer.alloc(1_048_000, ' ')

let store: TestStore
let intake: TestIntake
let source: TestSource

test.beforeAll(async ({ testDatabase }) => {
  store = await openStore(testDatabase.url)
  source = await store.addSource()
  intake = await openIntake(store)
})

afterAll(async () => {
  await intake.stop()
  await store.close()
})

test('holds 32 MiB of unfinished requests of one client, answers the slowest 503, and takes deliveries beside them', {
  timeout: 120_000,
}, async ({ onTestFinished }) => {
  const sockets: Socket[] = []
  const answers: string[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const held: number[] = []
  for (let index = 0; index < senders; index += 1) {
    const socket = connect({ host: '127.0.0.1', port: intake.port })
    socket.on('error', () => undefined) // these connections get cut off
    socket.once('data', (chunk) => answers.push(chunk.toString('latin1')))
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(
      `POST /hooks/src_nobody HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: ${mebibyte}\r\n\r\n`,
    )
    await new Promise((resolve) => socket.write(sent, resolve))
    if (index % 100 === 0) {
      held.push(await intake.metric('signalpost_unfinished_request_bytes'))
      expect((await deliver(intake, source)).status).toBe(202)
    }
  }
  const large = JSON.stringify(newEvent({ data: { text: 'x'.repeat(900_000) } }))
  expect((await deliver(intake, source, { body: large })).status).toBe(202)
  const fitting = Math.ceil(clientBytes / mebibyte) + 1
  await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(senders - fitting)
  expect(Math.max(...held)).toBeGreaterThan(0)
  expect(Math.max(...held)).toBeLessThanOrEqual(clientBytes)
  for (const answer of answers.slice(0, senders - fitting)) {
    expect(answer).toMatch(/^HTTP\/1\.1 503 .*\r\nretry-after: 1\r\n.*connection: close\r\n.*"unavailable"/is)
  }
  expect(await intake.metric('signalpost_requests_refused_total', { reason: 'crowded_out' })).toBe(
    answers.length,
  )
})
