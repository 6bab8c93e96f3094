import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { listRejections } from '@signalpost/database/access'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect, vi } from 'vitest'
import { beginDelivery } from './test-support/begin-delivery.ts'
import { deliver, jsonType } from './test-support/deliver.ts'
import { openIntake } from './test-support/open-intake.ts'
import { openStore, type TestSource, type TestStore } from './test-support/open-store.ts'
import { readDeliveries, readLedger } from './test-support/read-ledger.ts'
import { sendContinuously } from './test-support/send-continuously.ts'
import { startIntakeProcess } from './test-support/start-intake-process.ts'
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

async function expectInLedger(answers: { head: string; body: string }[]): Promise<void> {
  const ids = answers.map(({ head, body }): string => {
    expect(head).toMatch(/^HTTP\/1\.1 202 .*\r\nconnection: close(\r\n|$)/is)
    return JSON.parse(body).deliveryId
  })
  expect(await readDeliveries(store, ids)).toHaveLength(answers.length)
}

test('stopping an intake answers every request whose header was read', async () => {
  const intake = await openIntake(store)
  const begun = await Promise.all(Array.from({ length: 5 }, () => beginDelivery(intake.port, source)))
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
  test('asked to stop under load answers every request whose header was read, and loses none', async () => {
    const { child, whenReady, stdout } = startIntakeProcess(store)
    const port = await whenReady()
    const load = sendContinuously({ port }, underLoad, { lanes: 16 })
    await load.untilAccepted(300)
    const begun = await Promise.all(Array.from({ length: 20 }, () => beginDelivery(port, source)))
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
    expect(stdout()).toContain('process.stopped')
    expect(stdout()).not.toContain('"level":"error"')
  })

  test('that has no usable environment says so and exits with 2', async () => {
    const { whenEnded, stderr } = startIntakeProcess(store, {
      SIGNALPOST_INTAKE_PORT: 'x',
      SIGNALPOST_MASTER_KEY: '',
    })
    expect(await whenEnded()).toBe(2)
    expect(
      stderr()
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(expect.arrayContaining(['SIGNALPOST_INTAKE_PORT', 'SIGNALPOST_MASTER_KEY']))
  })
})
