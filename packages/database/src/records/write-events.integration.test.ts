import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'
import type { Database } from '../database.ts'
import { findSignal } from './signals/read-signals.ts'
import { type OwnEvent, writeEvents } from './write-events.ts'

const orgId = 'org_demo'
const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const at = (minutes: number): string => new Date(nowMs + minutes * 60_000).toISOString()

test.beforeAll(async ({ database }) => {
  for (const id of ['sig_1', 'sig_2', 'sig_3'])
    await write(database, [own('signal.created', { signal: signal(id) })])
})

test('an earlier moment is written and a later one is not, nor is anything of it recorded', async ({
  database,
}) => {
  expect(await write(database, [alerted('sig_1', 5)])).toEqual([at(0)])
  const [state, changes] = [await registersOf(database, 'sig_1'), await changesOf(database, 'sig_1')]
  expect(await write(database, [alerted('sig_1', 6)])).toEqual([undefined])
  expect([await registersOf(database, 'sig_1'), await changesOf(database, 'sig_1')]).toEqual([state, changes])
  expect(await write(database, [alerted('sig_1', 4)])).toEqual(['2026-11-20T12:00:00.001Z'])
  expect(await findSignal(database, { orgId, signalId: 'sig_1' })).toMatchObject({ alertedAt: at(4) })
})

test('of two about one record the second counts', async ({ database }) => {
  const moments = await write(database, [assigned('sig_2', 'usr_1'), assigned('sig_2', 'usr_2')])
  expect(moments).toEqual([at(0), at(0)])
  const found = await findSignal(database, { orgId, signalId: 'sig_2' })
  expect(found).toMatchObject({ assignedTo: { userId: 'usr_2' } })
})

test('many at once of one record follow each other, whatever comes first', async ({ database }) => {
  const users = Array.from({ length: 8 }, (_, index) => `usr_${index}`)
  const moments = (await Promise.all(users.map((user) => write(database, [assigned('sig_3', user)])))).flat()
  expect(new Set(moments).size).toBe(users.length)
  const last = moments.indexOf(moments.toSorted((a, b) => String(a).localeCompare(String(b))).at(-1))
  const found = await findSignal(database, { orgId, signalId: 'sig_3' })
  expect(found).toMatchObject({ assignedTo: { userId: users[last], at: moments[last] } })
})

test('one that is not valid is a bug, and nothing is written', async ({ database }) => {
  const events = [assigned('sig_2', 'usr_9'), own('signal.assigned', { signalId: 1 })]
  await expect(write(database, events)).rejects.toThrow('signal.assigned')
  const found = await findSignal(database, { orgId, signalId: 'sig_2' })
  expect(found).toMatchObject({ assignedTo: { userId: 'usr_2' } })
})

function write(database: Database, events: OwnEvent[]): Promise<(string | undefined)[]> {
  return database.transaction().execute((transaction) => writeEvents(transaction, events, { nowMs }))
}

function own(type: string, data: Record<string, unknown>): OwnEvent {
  return { orgId, idPrefix: 'svc_', type, dataAt: () => data }
}

function alerted(signalId: string, minutes: number): OwnEvent {
  return own('signal.alerted', { signalId, alertedAt: at(minutes) })
}

function assigned(signalId: string, userId: string): OwnEvent {
  const dataAt = (moment: string) => ({ signalId, assignedTo: { userId, at: moment, by: 'usr_x' } })
  return { orgId, idPrefix: 'api_', type: 'signal.assigned', dataAt }
}

async function registersOf(database: Database, signalId: string): Promise<unknown> {
  const row = await database
    .selectFrom('signal_registers')
    .select('state')
    .where('signal_id', '=', signalId)
    .executeTakeFirst()
  return row?.state
}

async function changesOf(database: Database, signalId: string): Promise<number> {
  const rows = await database
    .selectFrom('signal_events')
    .select('signal_event_id')
    .where('signal_id', '=', signalId)
    .execute()
  return rows.length
}

function signal(id: string) {
  return {
    id,
    orgId,
    listenerId: 'lsn_1',
    source: 'reddit',
    url: 'https://example.com/',
    title: 'A title',
    excerpt: 'Text',
    postedAt: at(0),
    relevanceScore: 50,
    classification: 'relevant',
    rationale: 'because',
    matchedKeywords: [],
    firstSeenAt: at(0),
  }
}
