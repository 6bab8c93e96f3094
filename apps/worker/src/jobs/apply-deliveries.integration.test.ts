import { claimBatch } from '@signalpost/database/ledger'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  freshNames,
  ping,
  readEventOf,
  requestOf,
  stageDeliveries,
} from '../test-support/stage-deliveries.ts'
import { applyDeliveries } from './apply-deliveries.ts'

const stage = stageDeliveries()
const { store, applyBatch, ledgerOf, recordsOf } = stage

test('applies an array element by element, and the elements share the bytes', async () => {
  const names = freshNames()
  const { deliveryIds, batchId } = await store([
    requestOf([ping('a', names.orgId), ping('b', names.orgId)], names),
  ])
  await applyBatch(batchId)
  const rows = await ledgerOf(names.sourceId)
  expect(rows.map((row) => [row.event_id, row.status, row.attempts])).toEqual([
    ['a', 'applied', 1],
    ['b', 'applied', 1],
  ])
  const requests = await stage.database
    .selectFrom('requests')
    .select('request_id')
    .where('source_id', '=', names.sourceId)
    .execute()
  expect(requests).toEqual([{ request_id: deliveryIds[0]?.[0] }])
})

test('tells a repetition from a conflict, by JSON value', async () => {
  const names = freshNames()
  const event = { ...ping('a', names.orgId), data: { one: 1, two: 'é' } }
  const sameValue = Object.fromEntries(
    Object.entries({ ...event, data: { two: '\u00e9', one: 1.0 } }).reverse(),
  )
  const other = { ...event, data: { one: 2, two: 'é' } }
  const { batchId } = await store([event, sameValue, other].map((one) => requestOf([one], names)))
  await applyBatch(batchId)
  expect((await ledgerOf(names.sourceId)).map((row) => row.status)).toEqual([
    'applied',
    'duplicate',
    'conflict',
  ])
  const later = await store([requestOf([event], names), requestOf([other], names)])
  await applyBatch(later.batchId)
  expect((await ledgerOf(names.sourceId)).map((row) => row.status).slice(3)).toEqual([
    'duplicate',
    'conflict',
  ])
})

test('buries what is not valid with its issues, and lets a repaired one of the same id in', async () => {
  const names = freshNames()
  const broken = { ...readEventOf('a', names.orgId), data: { signalId: 'sig_1' } }
  const { batchId } = await store([
    requestOf([broken], names),
    requestOf([readEventOf('a', names.orgId)], names),
  ])
  await applyBatch(batchId)
  const [dead, applied] = await ledgerOf(names.sourceId)
  expect(dead).toMatchObject({
    status: 'dead',
    attempts: 1,
    issues: [{ path: 'data.readAt', message: 'expected text' }],
  })
  expect(applied).toMatchObject({ status: 'applied', error: null, issues: null })
})

test('ignores unknown types and bodies that are no envelope, every time they come', async () => {
  const names = freshNames()
  const unknown = ping('a', names.orgId, { type: 'signal.exploded' })
  const foreign = { ...requestOf([{ id: 'hash', type: null }], names), body: Buffer.from('not json \u0000') }
  const { batchId } = await store([requestOf([unknown], names), requestOf([unknown], names), foreign])
  await applyBatch(batchId)
  expect((await ledgerOf(names.sourceId)).map((row) => row.status)).toEqual(['ignored', 'ignored', 'ignored'])
})

test('records which signal a delivery is about, whatever its outcome', async () => {
  const names = freshNames()
  const { orgId } = names
  const read = readEventOf('a', orgId, 'sig_named')
  const invalid = { ...readEventOf('b', orgId), data: { signalId: 'sig_named' } }
  const ofLaterVersion = { ...read, id: 'c', type: 'signal.exploded' }
  const conflict = { ...read, occurredAt: '2026-11-20T08:00:00.000Z' }
  const sent = [read, read, conflict, invalid, ofLaterVersion, ping('d', orgId)]
  const { batchId } = await store(sent.map((event) => requestOf([event], names)))
  expect(await recordsOf(names.sourceId)).toEqual(sent.map(() => ['queued', null]))
  await applyBatch(batchId)
  expect(await recordsOf(names.sourceId)).toEqual([
    ['applied', 'sig_named'],
    ['duplicate', 'sig_named'],
    ['conflict', 'sig_named'],
    ['dead', 'sig_named'],
    ['ignored', 'sig_named'],
    ['applied', null],
  ])
})

test('does nothing for a batch that another worker has or had', async () => {
  const names = freshNames()
  const { batchId } = await store([
    requestOf([ping('a', names.orgId)], names),
    requestOf([ping('b', names.orgId)], names),
  ])
  const counts = await Promise.all(Array.from({ length: 6 }, () => applyBatch(batchId)))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(await applyBatch(batchId)).toBe(0)
  expect(await applyBatch('bat_not-an-id')).toBe(0)
  expect((await ledgerOf(names.sourceId)).map((row) => row.attempts)).toEqual([1, 1])
})

test('takes along what was stored behind its batch and was never tried, and no more than it may', async () => {
  const names = freshNames()
  const storePings = (...ids: string[]) =>
    store([
      requestOf(
        ids.map((id) => ping(id, names.orgId)),
        names,
      ),
    ])
  const statuses = async () =>
    (await ledgerOf(names.sourceId)).filter(({ status }) => status === 'applied').map((row) => row.event_id)
  const earlier = await storePings('earlier')
  const first = await storePings('a', 'b')
  await storePings('tried')
  const behind = await storePings('c', 'd')
  await sql`update deliveries set attempts = 1 where source_id = ${names.sourceId} and event_id = 'tried'`.execute(
    stage.database,
  )
  expect(await applyBatch(first.batchId, { fill: 3 })).toBe(3)
  expect(await statuses()).toEqual(['a', 'b', 'c'])
  expect(await applyBatch(first.batchId, { fill: 3 })).toBe(0)
  expect(await applyBatch(behind.batchId, { fill: 3 })).toBe(1)
  expect(await applyBatch(earlier.batchId, { fill: 500 })).toBe(1)
  expect(await statuses()).toEqual(['earlier', 'a', 'b', 'c', 'd'])
})

test('leaves what is too large for one transaction queued, however large the first is', async () => {
  const names = freshNames()
  const events = ['a', 'b', 'c'].map((id) => ping(id, names.orgId, { data: { text: 'x'.repeat(1_000) } }))
  const { batchId } = await store(events.map((event) => requestOf([event], names)))
  const bytes = JSON.stringify(events[0]).length
  const takings: string[][][] = []
  const applyUpTo = (bodyBytes: number) =>
    applyDeliveries(stage.dependencies, (transaction) => claimBatch(transaction, batchId), {
      bodyBytes,
      onTaken: ({ taken, left }) => takings.push([taken, left].map((some) => some.map((one) => one.eventId))),
    })
  expect(await applyUpTo(bytes - 1)).toEqual({ applied: 1, left: 2 })
  expect((await ledgerOf(names.sourceId)).map(({ status, attempts }) => [status, attempts])).toEqual([
    ['applied', 1],
    ['queued', 0],
    ['queued', 0],
  ])
  expect(await applyUpTo(bytes)).toEqual({ applied: 2, left: 0 })
  expect(await applyUpTo(bytes)).toEqual({ applied: 0, left: 0 })
  expect(takings).toEqual([
    [['a'], ['b', 'c']],
    [['b', 'c'], []],
  ])
})

test('costs no attempt when the store fails', async () => {
  const names = freshNames()
  const { batchId } = await store([requestOf([readEventOf('a', names.orgId)], names)])
  const interrupted = applyDeliveries(stage.dependencies, async (transaction) => {
    const claimed = await claimBatch(transaction, batchId)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction)
    return claimed
  })
  await expect(interrupted).rejects.toMatchObject({ name: 'TransientError' })
  expect(await ledgerOf(names.sourceId)).toMatchObject([{ status: 'queued', attempts: 0 }])
  await applyBatch(batchId)
  expect(await ledgerOf(names.sourceId)).toMatchObject([{ status: 'applied', attempts: 1 }])
})
