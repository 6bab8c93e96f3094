import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendRequest } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { beginDelivery } from './test-support/begin-delivery.ts'
import { deliver } from './test-support/deliver.ts'
import { openStore, type TestSource, type TestStore } from './test-support/open-store.ts'
import { readDeliveries, readLedger } from './test-support/read-ledger.ts'
import { sendContinuously } from './test-support/send-continuously.ts'
import { type IntakeProcess, startIntakeProcess } from './test-support/start-intake-process.ts'

let store: TestStore
let source: TestSource

test.beforeAll(async ({ testDatabase }) => {
  store = await openStore(testDatabase.url)
  source = await store.addSource()
})

afterAll(() => store.close())

const two = { SIGNALPOST_INTAKE_PROCESSES: '2' }

/** Starts an intake of two processes, and returns their process ids. */
async function startTwo(env: Record<string, string> = {}) {
  const intake = startIntakeProcess(store, { ...two, ...env })
  const port = await intake.whenReady()
  return { intake, port, pids: servingPids(intake) }
}

function servingPids({ child, lines }: IntakeProcess): number[] {
  return lines('process.started').flatMap(({ pid }) => (pid === child.pid ? [] : [pid]))
}

/** Whether a process is alive. A zombie, which may remain in a container, has no command line. */
function isAlive(pid: number): boolean {
  const path = `/proc/${pid}/cmdline`
  return existsSync(path) && readFileSync(path, 'utf8') !== ''
}

async function readMetric(port: number, name: string): Promise<number> {
  const { status, body } = await sendRequest(`http://127.0.0.1:${port}`, { method: 'GET', path: '/metrics' })
  expect(status, body).toBe(200)
  const values = [...body.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (.+)$`, 'gm'))]
  expect(values, name).toHaveLength(1)
  return Number(values[0]?.[1])
}

async function readiness(port: number): Promise<{ status: number; body: string }> {
  return sendRequest(`http://127.0.0.1:${port}`, { method: 'GET', path: '/readyz' })
}

/** Each answer's delivery, all of which must have been accepted. */
function deliveryIdsOf(answers: { status: number; body: string }[]): string[] {
  expect(answers.filter(({ status }) => status !== 202)).toEqual([])
  return answers.map(({ body }): string => JSON.parse(body).deliveryId)
}

describe('an intake of two processes', () => {
  test('serves with both, and with none but them', async () => {
    const { intake, port, pids } = await startTwo()
    expect(new Set(pids).size).toBe(2)
    await expect
      .poll(async () => {
        for (let sent = 0; sent < 10; sent += 1) await deliver({ port }, source)
        return new Set(intake.lines('batch.stored').map(({ pid }) => pid))
      })
      .toEqual(new Set(pids))
  })

  test('shows on each connection the metrics of all processes together', async () => {
    const { port } = await startTwo()
    for (let sent = 0; sent < 20; sent += 1) await deliver({ port }, source)
    for (let read = 0; read < 6; read += 1) {
      expect(await readMetric(port, 'signalpost_deliveries_accepted_total')).toBe(20)
      expect(await readMetric(port, 'signalpost_flush_deliveries_sum')).toBe(20)
      expect(await readMetric(port, 'signalpost_serving_processes')).toBe(2)
      expect(await readMetric(port, 'signalpost_build_info')).toBe(1)
      expect(await readMetric(port, 'signalpost_schema_version')).toBeLessThan(10_000)
    }
    const started = await readMetric(port, 'process_start_time_seconds')
    expect(Math.abs(started - Date.now() / 1_000)).toBeLessThan(120)
  })

  test('loses no accepted delivery when one is killed, answers meanwhile, and replaces it', {
    timeout: 60_000,
  }, async () => {
    const underLoad = await store.addSource()
    const { intake, port, pids } = await startTwo()
    const load = sendContinuously({ port }, underLoad, { lanes: 16 })
    await load.untilAccepted(200)
    const countedBefore = await readMetric(port, 'signalpost_deliveries_accepted_total')
    process.kill(pids[0] ?? 0, 'SIGKILL')
    await load.untilAccepted(100)
    await expect.poll(() => servingPids(intake)).toHaveLength(3)
    const replacement = servingPids(intake).at(-1)
    await expect.poll(() => intake.lines('batch.stored').some(({ pid }) => pid === replacement)).toBe(true)
    await load.stop()

    const stored = (await readLedger(store, underLoad.sourceId)).map(({ deliveryId }) => deliveryId)
    expect(stored).toEqual(expect.arrayContaining(deliveryIdsOf(load.answers)))
    expect(load.errors.length).toBeLessThanOrEqual(16)
    expect(intake.lines('process.replaced')).toMatchObject([
      { pid: intake.child.pid, ended: pids[0], reason: 'SIGKILL' },
    ])
    expect(await readMetric(port, 'signalpost_processes_replaced_total')).toBe(1)
    expect(await readMetric(port, 'signalpost_serving_processes')).toBe(2)
    expect(await readMetric(port, 'signalpost_deliveries_accepted_total')).toBeGreaterThan(countedBefore)
  })

  test('comes back on its port when all are killed at once', async () => {
    const { intake, port, pids } = await startTwo()
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    await expect.poll(() => servingPids(intake)).toHaveLength(4)
    expect((await deliver({ port }, source)).status).toBe(202)
  })

  test('drains with both, finishes the requests that were begun, and exits with 0', async () => {
    const { intake, port, pids } = await startTwo({ SIGNALPOST_DRAIN_SECONDS: '2' })
    const begun = await Promise.all(Array.from({ length: 8 }, () => beginDelivery(port, source)))
    intake.child.kill('SIGTERM')
    await expect.poll(async () => (await readiness(port)).status).toBe(503)
    for (let read = 0; read < 4; read += 1) {
      expect(await readiness(port)).toMatchObject({ status: 503, body: expect.stringContaining('draining') })
    }
    expect((await deliver({ port }, source)).status).toBe(202)
    const ids = deliveryIdsOf(await Promise.all(begun.map((request) => request.finish())))
    expect(await readDeliveries(store, ids)).toHaveLength(8)
    expect(await intake.whenEnded()).toBe(0)
    expect(new Set(intake.lines('process.stopped').map(({ pid }) => pid))).toEqual(
      new Set([intake.child.pid, ...pids]),
    )
    expect(intake.stdout()).not.toMatch(/"level":"(error|fatal)"/)
  })

  test('ends with all its processes at once on a second signal', async () => {
    const { intake, pids } = await startTwo({ SIGNALPOST_DRAIN_SECONDS: '60' })
    intake.child.kill('SIGTERM')
    await sleep(400) // earlier, it would count as the first one
    intake.child.kill('SIGTERM')
    expect(await intake.whenEnded()).toBe(1)
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
  })

  test('ends when its supervising process is killed, after the requests that were begun', async () => {
    const { intake, port, pids } = await startTwo({ SIGNALPOST_DRAIN_SECONDS: '60' })
    const begun = await Promise.all(Array.from({ length: 8 }, () => beginDelivery(port, source)))
    intake.child.kill('SIGKILL')
    await sleep(200)
    const ids = deliveryIdsOf(await Promise.all(begun.map((request) => request.finish())))
    expect(await readDeliveries(store, ids)).toHaveLength(8)
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
  })

  test('says once that its port is taken, and exits with 1', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const address = holder.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const intake = startIntakeProcess(store, { ...two, SIGNALPOST_INTAKE_PORT: String(port) })
    expect(await intake.whenEnded()).toBe(1)
    holder.close()
    expect(intake.stderr()).toBe(`port ${port} on 127.0.0.1 is taken; set SIGNALPOST_INTAKE_PORT\n`)
    expect(intake.stdout()).toBe('')
  })

  test.each([
    [
      'the number of processes',
      { SIGNALPOST_INTAKE_PROCESSES: '65' },
      'SIGNALPOST_INTAKE_PROCESSES is "65"; expected a whole number from 1 to 64\n',
    ],
    [
      'too few connections for all',
      { ...two, SIGNALPOST_DATABASE_CONNECTIONS: '5' },
      'SIGNALPOST_DATABASE_CONNECTIONS is "5"; expected at least 6 for 2 processes\n',
    ],
  ])('says once what is wrong with %s, and exits with 2', async (_case, env, complaint) => {
    const intake = startIntakeProcess(store, env)
    expect(await intake.whenEnded()).toBe(2)
    expect(intake.stderr()).toBe(complaint)
    expect(intake.stdout()).toBe('')
  })
})

test('an intake of one process has no other', async () => {
  const intake = startIntakeProcess(store)
  const port = await intake.whenReady()
  await deliver({ port }, source)
  expect(servingPids(intake)).toEqual([])
  expect(readFileSync(`/proc/${intake.child.pid}/task/${intake.child.pid}/children`, 'utf8')).toBe('')
})
