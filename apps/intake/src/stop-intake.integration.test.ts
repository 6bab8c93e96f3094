import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listRejections } from '@signalpost/database/access'
import { compileCache } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect, onTestFinished, vi } from 'vitest'
import { deliver, jsonType, newEvent, signatureOf } from './test-support/deliver.ts'
import { openIntake } from './test-support/open-intake.ts'
import { openStore, type TestSource, type TestStore } from './test-support/open-store.ts'
import { readDeliveries, readLedger } from './test-support/read-ledger.ts'
import { sendContinuously } from './test-support/send-continuously.ts'
import { waitForBlockedStore } from './test-support/wait-for-blocked-store.ts'

let store: TestStore
let source: TestSource
let underLoad: TestSource

test.beforeAll(async ({ testDatabase }) => {
  store = await openStore(testDatabase.url)
  source = await store.addSource()
  underLoad = await store.addSource()
})

afterAll(() => store.close())

/** A request whose header was read: the intake asked for its body. */
type Begun = { finish: () => Promise<string> }

async function beginRequest(port: number, to: TestSource): Promise<Begun> {
  const body = JSON.stringify(newEvent())
  const headers = [
    ['host', 'intake.example'],
    jsonType,
    ['content-length', String(body.length)],
    ['expect', '100-continue'],
    ...signatureOf(to, body),
  ]
  const socket: Socket = connect({ host: '127.0.0.1', port })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`POST /hooks/${to.sourceId} HTTP/1.1\r\n${lines}\r\n`)
  const [asked] = await once(socket, 'data')
  expect(String(asked)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += String(chunk)
  })
  const closed = once(socket, 'close')
  return {
    finish: async () => {
      socket.write(body)
      await closed
      return answer
    },
  }
}

/** Waits until no new connection is accepted. */
async function waitUntilClosed(port: number): Promise<void> {
  for (;;) {
    const socket = connect({ host: '127.0.0.1', port })
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen === false) return
    await delay(5)
  }
}

async function expectInLedger(answers: string[]): Promise<void> {
  const ids = answers.map((answer): string => {
    expect(answer).toMatch(/^HTTP\/1\.1 202 .*\r\nconnection: close\r\n/is)
    return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).deliveryId
  })
  expect(await readDeliveries(store, ids)).toHaveLength(answers.length)
}

test('stopping an intake answers every request whose header was read', async () => {
  const intake = await openIntake(store)
  const begun = await Promise.all(Array.from({ length: 5 }, () => beginRequest(intake.port, source)))
  const stopped = intake.stop()
  await waitUntilClosed(intake.port)
  await expectInLedger(await Promise.all(begun.map((request) => request.finish())))
  await stopped
})

test('stopping an intake stores what was gathered', async () => {
  const intake = await openIntake(store)
  const lock = await store.pool.connect()
  await lock.query('begin; lock table requests in access exclusive mode')
  const answers = Array.from({ length: 10 }, () => deliver(intake, source))
  await waitForBlockedStore(store, 2)
  const stopped = intake.stop()
  await waitUntilClosed(intake.port)
  await lock.query('rollback')
  lock.release()
  const settled = await Promise.all(answers)
  expect(settled.map(({ status }) => status)).toEqual(settled.map(() => 202))
  const ids = settled.map(({ body }): string => JSON.parse(body).deliveryId)
  expect(await readDeliveries(store, ids)).toHaveLength(10)
  await stopped
})

test('stopping an intake notes what it had not noted yet, and leaves no connection to its stores', async () => {
  const intake = await openIntake(store)
  await deliver(intake, source)
  await deliver(intake, source, { headers: [jsonType] })
  const before = (await listRejections(store.database, source.sourceId)).length
  await intake.stop()
  expect(await listRejections(store.database, source.sourceId)).toHaveLength(before + 1)
  // A server session ends a moment after its connection.
  const noSessions = async () => {
    const { rows } = await store.pool.query<{ name: string }>(
      `select application_name as name from pg_stat_activity
         where datname = current_database() and application_name like 'signalpost%'`,
    )
    expect(rows).toEqual([])
  }
  await vi.waitFor(noSessions, { timeout: 20_000 })
})

describe('the process', () => {
  async function startProcess(): Promise<{ child: ChildProcess; port: number; output: () => string }> {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: {
        ...compileCache,
        DATABASE_URL: store.url,
        SIGNALPOST_MASTER_KEY: store.masterKey.toString('base64'),
        SIGNALPOST_HOST: '127.0.0.1',
        SIGNALPOST_INTAKE_PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += String(chunk)
      })
    }
    const [ready] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    expect(ready, output).toEqual({ type: 'ready', port: expect.any(Number) })
    return { child, port: ready.port, output: () => output }
  }

  test('asked to stop under load answers every request whose header was read, and loses none', async () => {
    const { child, port, output } = await startProcess()
    const load = sendContinuously({ port }, underLoad, { lanes: 16 })
    await load.untilAccepted(300)
    const begun = await Promise.all(Array.from({ length: 20 }, () => beginRequest(port, source)))
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await waitUntilClosed(port)
    await expectInLedger(await Promise.all(begun.map((request) => request.finish())))
    expect(await exited).toEqual([0, null])
    await load.stop()

    expect(load.answers.filter(({ status }) => status !== 202)).toEqual([])
    const failures = new Set(load.errors.map(({ code }) => code))
    expect(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']).toEqual(expect.arrayContaining([...failures]))
    const ledger = await readLedger(store, underLoad.sourceId)
    const answered = load.answers.map(({ body }): string => JSON.parse(body).deliveryId)
    // Every stored request had its header read, and every read one was answered, so the two must be equal.
    expect(answered.toSorted()).toEqual(ledger.map(({ deliveryId }) => deliveryId).toSorted())
    expect(output()).toContain('process.stopped')
    expect(output()).not.toContain('"level":"error"')
  })

  test('that has no usable environment says so and exits with 2', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: { ...compileCache, DATABASE_URL: store.url, SIGNALPOST_INTAKE_PORT: 'x' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let complaint = ''
    child.stderr.on('data', (chunk) => {
      complaint += String(chunk)
    })
    const [exitCode] = await once(child, 'close')
    expect(exitCode).toBe(2)
    expect(
      complaint
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(expect.arrayContaining(['SIGNALPOST_INTAKE_PORT', 'SIGNALPOST_MASTER_KEY']))
  })
})
