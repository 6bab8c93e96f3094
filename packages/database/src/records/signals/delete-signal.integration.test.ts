import { readEvent, type SignalRegisters, type SignalState, signalFrom } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'
import type { Database } from '../../database.ts'
import { mergeContributions } from '../merge/merge-contributions.ts'
import { summariseStore } from '../summarise-store.ts'
import { deleteSignal, isSignalKnown } from './delete-signal.ts'

const orgId = 'org_demo'
const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
let database: Database

test.beforeAll(async ({ database: openedDatabase }) => {
  database = openedDatabase
})

test('a deletion comes after everything that is stored, also after what the future holds', async () => {
  await apply('signal.created', { signal: signal('sig_1') }, '2026-11-20T11:00:00.000Z')
  await apply(
    'signal.read',
    { signalId: 'sig_1', readAt: '2026-11-20T11:00:00.000Z' },
    '2026-11-20T13:00:00.000Z',
  )
  expect(await deleteSignal(database, { orgId, signalId: 'sig_1', nowMs })).toBe('2026-11-20T13:00:00.001Z')
  expect(await stored('sig_1')).toMatchObject({ signal: undefined, registers: { readAt: [] } })
  const { state } = await rowOf('sig_1')
  expect(JSON.stringify(state)).not.toContain('A title')
  expect(state.last.key).toMatchObject({ eventId: expect.stringMatching(/^svc_/), sourceId: '' })
})

test('a deletion is dated by the clock where nothing stored is later', async () => {
  await apply('signal.created', { signal: signal('sig_2') }, '2026-11-20T11:00:00.000Z')
  expect(await deleteSignal(database, { orgId, signalId: 'sig_2', nowMs })).toBe('2026-11-20T12:00:00.000Z')
})

test('a signal of which only registers are known, or nothing at all, gets its tombstone', async () => {
  const known = () =>
    Promise.all([orgId, 'org_other'].map((org) => isSignalKnown(database, { orgId: org, signalId: 'sig_3' })))
  expect(await known()).toEqual([false, false])
  await apply(
    'signal.read',
    { signalId: 'sig_3', readAt: '2026-11-20T11:00:00.000Z' },
    '2026-11-20T11:00:00.000Z',
  )
  expect(await known()).toEqual([true, false])
  await deleteSignal(database, { orgId, signalId: 'sig_3', nowMs })
  await apply('signal.created', { signal: signal('sig_3') }, '2026-11-20T11:59:59.999Z')
  expect(await stored('sig_3')).toMatchObject({ signal: undefined, registers: { readAt: [] } })
})

test('the summary counts what is stored and shows the most urgent first', async () => {
  const summarised = 'org_summary'
  const signals = [
    { ...signal('low'), urgency: 'low', relevanceScore: 99 },
    { ...signal('none'), accountKey: 'n:one' },
    { ...signal('now-1'), urgency: 'immediate', relevanceScore: 10 },
    { ...signal('now-2'), urgency: 'immediate', relevanceScore: 20 },
  ]
  for (const one of signals) {
    await apply(
      'signal.created',
      { signal: { ...one, orgId: summarised } },
      '2026-11-20T11:00:00.000Z',
      summarised,
    )
  }
  const deals = { a: 'won', b: 'new', c: 'new', gone: 'lost' }
  for (const [id, stage] of Object.entries(deals)) {
    await apply('deal.created', { deal: { id, name: id, stage } }, '2026-11-20T11:00:00.000Z', summarised)
  }
  await apply('deal.deleted', { dealId: 'gone' }, '2026-11-20T11:00:01.000Z', summarised)
  const summary = await summariseStore(database, summarised, { mostUrgentShown: 3 })
  expect(summary.signals).toEqual([
    { urgency: 'immediate', count: 2 },
    { urgency: 'low', count: 1 },
    { urgency: null, count: 1 },
  ])
  expect(summary.mostUrgent.map((one) => one.signalId)).toEqual(['now-2', 'now-1', 'low'])
  expect(summary.mostUrgent[0]).toMatchObject({ title: 'A title', url: 'https://example.com/' })
  expect(summary.deliveries).toEqual([])
  expect(summary.accounts).toBe(1)
  expect(summary.deals).toEqual([
    { stage: 'new', count: 2 },
    { stage: 'won', count: 1 },
  ])
})

function signal(id: string) {
  const at = '2026-11-20T10:00:00.000Z'
  return {
    id,
    orgId,
    listenerId: 'lsn_1',
    source: 'reddit',
    url: 'https://example.com/',
    title: 'A title',
    excerpt: 'Text',
    postedAt: at,
    relevanceScore: 50,
    classification: 'relevant',
    rationale: 'because',
    matchedKeywords: [],
    firstSeenAt: at,
  }
}

async function apply(
  type: string,
  data: Record<string, unknown>,
  occurredAt: string,
  org = orgId,
): Promise<void> {
  const event = { id: `evt_${type}_${occurredAt}`, type, occurredAt, orgId: org, data }
  const reading = readEvent(event, { orgId: org, sourceId: 'src_1', receivedAtMs: nowMs })
  if (reading.verdict !== 'valid') throw new Error(JSON.stringify(reading))
  const contributions = reading.contributions.map((contribution) => ({ ...contribution, orgId: org }))
  await database
    .transaction()
    .execute((transaction) => mergeContributions(transaction, contributions, { nowMs }))
}

async function rowOf(
  signalId: string,
): Promise<{ state: SignalState; registers: SignalRegisters | undefined }> {
  const { state } = await database
    .selectFrom('signals')
    .select('state')
    .where('signal_id', '=', signalId)
    .executeTakeFirstOrThrow()
  const registers = await database
    .selectFrom('signal_registers')
    .select('state')
    .where('signal_id', '=', signalId)
    .executeTakeFirst()
  return { state, registers: registers?.state }
}

async function stored(signalId: string) {
  const { state, registers } = await rowOf(signalId)
  return { signal: signalFrom({ orgId, id: signalId, state }, registers), registers }
}
