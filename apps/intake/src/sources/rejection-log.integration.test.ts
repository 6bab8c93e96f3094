import { listRejections, setSourceEnabled } from '@signalpost/database/access'
import type { Header } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, expect, vi } from 'vitest'
import { deliver, jsonType, newEvent, signatureOf } from '../test-support/deliver.ts'
import { openIntake, type TestIntake } from '../test-support/open-intake.ts'
import { openStore, type TestSource, type TestStore } from '../test-support/open-store.ts'

const secretInput = 'do-not-keep'
const nowMs = Date.now()

let store: TestStore
let intake: TestIntake
let source: TestSource
let disabled: TestSource
let flooded: TestSource

test.beforeAll(async ({ testDatabase }) => {
  store = await openStore(testDatabase.url)
  source = await store.addSource()
  disabled = await store.addSource()
  flooded = await store.addSource()
  await setSourceEnabled(store.database, { sourceId: disabled.sourceId, enabled: false })
  const loopback = { has: (address: string) => address === '127.0.0.1' }
  intake = await openIntake(store, { nowMs: () => nowMs, trustedProxies: loopback })
})

afterAll(async () => {
  await intake.stop()
  await store.close()
})

test('logs of every refused request to a known source when, why, how large and from where', async () => {
  const body = JSON.stringify(newEvent({ data: { secretInput } }))
  const good = signatureOf(source, body, { atMs: nowMs })
  const stale = signatureOf(source, body, { atMs: nowMs - 301_000 })
  const refused: [reason: string, headers: Header[]][] = [
    ['missing', []],
    ['repeated', [...good, ...good]],
    ['malformed', [['x-service-signature', secretInput]]],
    ['mismatch', signatureOf(disabled, body, { atMs: nowMs })],
    ['stale', stale],
  ]
  for (const [index, [, headers]] of refused.entries()) {
    const forwarded: Header = ['x-forwarded-for', `198.51.100.9, 192.0.2.${index}`]
    const answer = await deliver(intake, source, { body, headers: [jsonType, forwarded, ...headers] })
    expect(answer.status).toBe(401)
  }
  const expected = refused.map(([reason], index) => ({
    at: new Date(nowMs),
    reason,
    bytes: body.length,
    address: `192.0.2.${index}`,
  }))
  const log = async () =>
    (await listRejections(store.database, source.sourceId))
      .map(({ at, reason, bytes, address }) => ({ at, reason, bytes, address }))
      .toSorted((a, b) => (a.address < b.address ? 1 : -1))
  await vi.waitFor(async () => expect(await log()).toEqual(expected.toReversed()), { timeout: 20_000 })
})

test('logs that a source was disabled', async () => {
  await deliver(intake, disabled, { atMs: nowMs })
  await vi.waitFor(
    async () => {
      const log = await listRejections(store.database, disabled.sourceId)
      expect(log).toMatchObject([{ reason: 'disabled', finding: 'not_examined', detail: 'disabled' }])
    },
    { timeout: 20_000 },
  )
})

test('logs nothing of what was accepted, refused after its signature, or sent to an unknown source', async () => {
  const before = await countRows()
  await deliver(intake, source, { atMs: nowMs })
  await deliver(intake, source, { atMs: nowMs, body: '{' })
  await deliver(intake, { ...source, sourceId: 'src_unknown' }, { atMs: nowMs })
  await deliver(intake, flooded, { headers: [jsonType] })
  const written = async () => expect(await countRows()).toBeGreaterThan(before)
  await vi.waitFor(written, { timeout: 20_000 })
  expect(await countRows()).toBe(before + 1)
})

test('is written by one statement a second at most, however many are refused', async () => {
  await store.pool.query(`
    create table statements (at timestamptz not null);
    create function note_statement() returns trigger language plpgsql as $$
    begin insert into statements values (clock_timestamp()); return null; end $$;
    create trigger note_statement after insert on source_rejections
    for each statement execute function note_statement()`)
  let isOver = false
  let sent = 0
  const flood = Array.from({ length: 4 }, async () => {
    for (; !isOver; sent += 1) await deliver(intake, flooded, { headers: [jsonType] })
  })
  const times = async () => {
    const { rows } = await store.pool.query<{ at: Date }>('select at from statements order by at')
    return rows.map(({ at }) => at.getTime())
  }
  await vi.waitFor(async () => expect((await times()).length).toBeGreaterThanOrEqual(3), { timeout: 10_000 })
  isOver = true
  await Promise.all(flood)
  const written = await times()
  const pauses = written.slice(1).map((at, index) => at - (written[index] ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThan(950)
  const allWritten = async () =>
    expect(await listRejections(store.database, flooded.sourceId)).toHaveLength(Math.min(sent + 1, 1_000))
  await vi.waitFor(allWritten, { timeout: 20_000 })
  // The log keeps 1,000; the count leaves none out.
  const allCounted = async () => {
    const { rows } = await store.pool.query<{ counted: number }>(
      'select sum(refusals)::int as counted from source_refusals where source_id = $1',
      [flooded.sourceId],
    )
    expect(rows).toEqual([{ counted: sent + 1 }])
  }
  await vi.waitFor(allCounted, { timeout: 20_000 })
})

async function countRows(): Promise<number> {
  const { rows } = await store.pool.query<{ count: number }>(
    'select count(*)::int as count from source_rejections',
  )
  return rows[0]?.count ?? -1
}
