import {
  escalationDefinitionSchema,
  exampleSignal,
  instantOf,
  type Timeline,
  timelineSchema,
  timelineStages,
} from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { updateWorkspace } from '../access/index.ts'
import { insertDispatches, startRuns, stepKeyOf } from '../dispatches/index.ts'
import { eraseBodies } from '../ledger/index.ts'
import { deleteSignal, writeEvents } from '../records/index.ts'
import { createChannel, createEscalation } from '../rules/index.ts'
import {
  openTimelineRig,
  type RigEvent,
  secretBox,
  type TimelineRig,
} from './test-support/open-timeline-rig.ts'

const moment = '2026-11-20T09:00:00.000Z'
const later = '2026-11-20T10:00:00.000Z'
let rig: TimelineRig

test.beforeEach(async ({ connection }) => {
  rig = await openTimelineRig(connection)
})

const created = (members = {}, occurredAt = moment): RigEvent => ({
  id: 'evt_created',
  type: 'signal.created',
  occurredAt,
  data: { signal: rig.signal(members) },
})
const updated = (id: string, occurredAt: string, members = {}): RigEvent => ({
  ...created(members, occurredAt),
  id,
  type: 'signal.updated',
})

const stepsOf = (timeline: Timeline | undefined, stage: string) =>
  (timeline?.steps ?? []).filter((step) => step.stage === stage)
const gapsOf = (timeline: Timeline | undefined, stage: string) =>
  (timeline?.gaps ?? []).filter((gap) => gap.stage === stage).map(({ reason }) => reason)

/** A fact that holds for every timeline: by time, and complete. */
function expectSound(timeline: Timeline | undefined): void {
  expect(timelineSchema.parse(timeline)).toEqual(timeline)
  const moments = timeline?.steps.map(({ at }) => at) ?? []
  expect(moments).toEqual(moments.toSorted())
  const named = new Set([...(timeline?.steps ?? []), ...(timeline?.gaps ?? [])].map(({ stage }) => stage))
  expect([...named].toSorted()).toEqual([...timelineStages].toSorted())
}

test('shows each delivery with its request, its outcome and what it won', async () => {
  const [first] = await rig.deliver([created()])
  const [again, conflict, overtaken, newest] = await rig.deliver([
    created(),
    { ...created(), data: { signal: rig.signal({ title: 'Other' }) } },
    updated('evt_old', '2026-11-20T08:00:00.000Z', { relevanceScore: 1 }),
    updated('evt_new', later, { title: 'Newer' }),
  ])
  const timeline = await rig.timeline()
  expectSound(timeline)
  expect(stepsOf(timeline, 'received')).toHaveLength(5)
  expect(stepsOf(timeline, 'received')[0]).toMatchObject({
    summary: `Source "CRM" sent a request with 1 event about the signal, which secret 7 verified.`,
    ref: { type: 'source', id: rig.sourceId },
    detail: {
      requestId: first,
      scheme: 'service-v1',
      secretId: '7',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  })
  expect(stepsOf(timeline, 'stored').map(({ summary }) => summary)).toEqual([
    `Delivery ${first} was stored and applied.`,
    `Delivery ${again} was stored; it is a duplicate of ${first}.`,
    `Delivery ${conflict} was stored; it has other content than ${first} under the same id, so it was not applied.`,
    `Delivery ${overtaken} was stored and applied.`,
    `Delivery ${newest} was stored and applied.`,
  ])
  expect(stepsOf(timeline, 'merged').map(({ summary }) => summary)).toEqual([
    `Delivery ${first} was merged: it lost document to ${newest}, scores to ${overtaken}.`,
    `Delivery ${overtaken} was merged: it won scores and lost document to ${newest}.`,
    `Delivery ${newest} was merged: it won document and lost scores to ${overtaken}.`,
  ])
  expect(timeline?.gaps).toEqual([
    { stage: 'register', reason: 'no register was set' },
    { stage: 'evaluated', reason: 'no channel' },
    { stage: 'attempt', reason: 'no channel' },
    { stage: 'edited', reason: 'no message was edited' },
    { stage: 'webhook', reason: 'no channel takes its events' },
    { stage: 'escalated', reason: 'no escalation' },
    { stage: 'synced', reason: 'no warehouse' },
    { stage: 'erased', reason: 'not erased' },
  ])
})

test('names deliveries that could not be applied', async () => {
  const [dead] = await rig.deliver([{ ...created(), data: { signal: { id: 'sig_1' } } }])
  const timeline = await rig.timeline()
  expectSound(timeline)
  expect(stepsOf(timeline, 'stored')[0]?.summary).toBe(
    `Delivery ${dead} was stored; it could not be applied and is a dead letter.`,
  )
  expect(gapsOf(timeline, 'merged')).toEqual(['no delivery was applied'])
  expect(gapsOf(timeline, 'evaluated')).toEqual(['no document yet'])
})

test('shows the steps of an escalation, those that were not needed, and when the next is due', async () => {
  await rig.deliver([created()])
  const { channelId } = await createChannel(rig.database, secretBox, {
    ...{ orgId: rig.orgId, kind: 'slack', name: 'Sales', settings: {}, secrets: {} },
  })
  const steps = [1, 2].map((minutes) => ({ afterMs: minutes * 60_000, channelId }))
  const { escalationId } = await createEscalation(rig.database, {
    ...{ orgId: rig.orgId, name: 'Hot', definition: escalationDefinitionSchema.parse({ steps }) },
  })
  const dueMs = Date.now() + 3_600_000
  const run = { escalationId, signalId: 'sig_1', storedAtMs: Date.now(), dueMs }
  await rig.database.transaction().execute((transaction) => startRuns(transaction, rig.orgId, [run]))
  expect(gapsOf(await rig.timeline(), 'escalated')).toEqual([
    `step 1 of round 1 of escalation "Hot" is due at ${instantOf(dueMs)}`,
  ])
  const step = { escalationId, round: 1, step: 1 }
  const taken = { status: 'suppressed' as const, reason: 'taken', isInstant: false }
  await rig.database.transaction().execute((transaction) =>
    insertDispatches(transaction, rig.orgId, {
      dispatches: [{ ruleId: stepKeyOf(step), channelId, signalId: 'sig_1', step, ...taken }],
      nowMs: Date.now(),
    }),
  )
  const timeline = await rig.timeline()
  expectSound(timeline)
  expect(stepsOf(timeline, 'escalated')).toMatchObject([
    {
      summary:
        'Step 1 of round 1 of escalation "Hot": nothing was sent to channel "Sales", because someone had taken it.',
      detail: { escalationId, round: 1, step: 1, status: 'suppressed', reason: 'taken' },
    },
  ])
})

test('says that a signal which the product wrote has no delivery', async () => {
  const event = { orgId: rig.orgId, idPrefix: 'svc_' as const, type: 'signal.created' }
  const dataAt = () => ({ signal: rig.signal() })
  await rig.database
    .transaction()
    .execute((transaction) => writeEvents(transaction, [{ ...event, dataAt }], { nowMs: Date.now() }))
  const timeline = await rig.timeline()
  expectSound(timeline)
  expect(gapsOf(timeline, 'stored')).toEqual(['no delivery: Signalpost wrote it'])
})

test('marks the answer of rules that made no decision as one of today', async () => {
  await createChannel(rig.database, secretBox, {
    ...{ orgId: rig.orgId, kind: 'slack', name: 'Sales', settings: {}, secrets: {} },
  })
  await rig.deliver([created({ urgency: 'low' })])
  await sql`delete from pending_changes`.execute(rig.database)
  const timeline = await rig.timeline()
  expectSound(timeline)
  expect(gapsOf(timeline, 'evaluated')).toEqual(['no rule matched'])
  expect(gapsOf(timeline, 'attempt')).toEqual(['no rule matched'])
  const [rule] = stepsOf(timeline, 'evaluated')
  expect(rule?.summary).toMatch(
    /^By today's rules, rule "Urgent signals" does not match: urgency at least\.$/,
  )
  expect(rule?.detail).toMatchObject({ byTodaysRules: true, unmet: ['minUrgency'], decision: 'none' })
})

test('says that there was no channel where a rule matches that had none', async () => {
  await rig.deliver([created({ urgency: 'high' })])
  expect(gapsOf(await rig.timeline(), 'evaluated')).toEqual(['no channel'])
  const channel = { orgId: rig.orgId, kind: 'slack', name: 'Sales', settings: {}, secrets: {} }
  const { channelId } = await createChannel(rig.database, secretBox, channel)
  const timeline = await rig.timeline()
  expectSound(timeline)
  for (const stage of ['evaluated', 'attempt']) {
    expect(gapsOf(timeline, stage)).toEqual(['no channel at that time'])
  }
  expect(stepsOf(timeline, 'evaluated').map(({ summary }) => summary)).toEqual([
    expect.stringMatching(/matches, but its channels are newer than the signal\.$/),
  ])
  // The rule was edited since.
  await sql`update channels set created_at = created_at - interval '1 day' where channel_id = ${channelId}`.execute(
    rig.database,
  )
  await sql`update rules set created_at = created_at - interval '1 day' where org_id = ${rig.orgId}`.execute(
    rig.database,
  )
  const later = await rig.timeline()
  expect(gapsOf(later, 'evaluated')).toEqual(['no decision at that time'])
  expect(stepsOf(later, 'evaluated')[0]?.summary).toMatch(/matches, but it made no decision then\.$/)
})

test('reports that a change waits to be evaluated until the rules were evaluated', async () => {
  await createChannel(rig.database, secretBox, {
    ...{ orgId: rig.orgId, kind: 'slack', name: 'Sales', settings: {}, secrets: {} },
  })
  await rig.deliver([created()])
  expect(gapsOf(await rig.timeline(), 'evaluated')).toEqual(['waits to be evaluated'])
})

test('reports a gap where the ledger is older than its retention', async () => {
  await rig.deliver([created()])
  await sql`delete from deliveries where org_id = ${rig.orgId}`.execute(rig.database)
  const nowMs = Date.now() + 31 * 86_400_000
  const timeline = await rig.timeline('sig_1', { nowMs })
  expectSound(timeline)
  for (const stage of ['received', 'stored', 'merged'])
    expect(gapsOf(timeline, stage)).toEqual(['past 30 days'])
  expect(gapsOf(await rig.timeline('sig_1', { nowMs, ledgerDays: 7 }), 'stored')).toEqual(['past 7 days'])
  await updateWorkspace(rig.database, rig.orgId, { retentionDays: 3 })
  expect(gapsOf(await rig.timeline('sig_1', { nowMs, ledgerDays: 7 }), 'stored')).toEqual(['past 3 days'])
  await updateWorkspace(rig.database, rig.orgId, { retentionDays: null })
})

test('finds deliveries that an earlier version settled by the events that count', async () => {
  const [delivery] = await rig.deliver([created()])
  await sql`update deliveries set record_id = null`.execute(rig.database)
  await sql`update requests set secret_id = null`.execute(rig.database)
  const timeline = await rig.timeline()
  expect(stepsOf(timeline, 'stored').map(({ ref }) => ref.id)).toEqual([delivery])
  expect(stepsOf(timeline, 'received')[0]?.summary).toBe(
    `Source "CRM" sent a request with 1 event about the signal.`,
  )
})

test('leaves out most of 1,000 duplicates and says how many, quickly', async () => {
  const copies = Array.from({ length: 250 }, () => created())
  for (let batch = 0; batch < 4; batch += 1) await rig.deliver(copies)
  const startedAtMs = performance.now()
  const timeline = await rig.timeline()
  expect(performance.now() - startedAtMs).toBeLessThan(2_000)
  expectSound(timeline)
  expect(stepsOf(timeline, 'stored')).toHaveLength(200)
  expect(gapsOf(timeline, 'stored')).toEqual(['800 more deliveries are left out'])
})

test('shows an erasure and no text of others after it', async () => {
  const secret = 'Ada Lovelace'
  const [first] = await rig.deliver([created({ title: secret, author: secret })])
  await rig.deliver([
    { ...created({ title: secret }), id: `evt_${secret.replace(' ', '_')}` },
    {
      ...{ id: 'evt_assigned', type: 'signal.assigned', occurredAt: moment },
      data: { signalId: 'sig_1', assignedTo: { userId: 'ada_lovelace', at: moment, by: 'ada_lovelace' } },
    },
  ])
  expect(JSON.stringify(await rig.timeline())).toMatch(/ada_lovelace/)
  const about = { orgId: rig.orgId, signalId: 'sig_1', nowMs: Date.now() }
  await deleteSignal(rig.database, about)
  await eraseBodies(rig.database, about)
  const timeline = await rig.timeline()
  expectSound(timeline)
  expect(JSON.stringify(timeline)).not.toMatch(/lovelace/i)
  expect(stepsOf(timeline, 'erased').map(({ summary }) => summary)).toEqual([
    'The signal was erased; a tombstone remains.',
  ])
  expect(stepsOf(timeline, 'stored')[0]?.ref.id).toBe(first)
  expect(gapsOf(timeline, 'evaluated')).toEqual(['erased'])
})

test('shows a deletion by a source, and that a later event undid it', async () => {
  await rig.deliver([created()])
  const deleted = { type: 'signal.deleted', data: { signalId: 'sig_1' } }
  const [delivery] = await rig.deliver([{ id: 'evt_deleted', occurredAt: later, ...deleted }])
  const gone = await rig.timeline()
  expectSound(gone)
  expect(stepsOf(gone, 'erased')).toMatchObject([
    {
      summary: `The signal was deleted by source "CRM"; a tombstone remains.`,
      ref: { type: 'delivery', id: delivery },
    },
  ])
  await rig.deliver([updated('evt_back', '2026-11-20T11:00:00.000Z')])
  expect(stepsOf(await rig.timeline(), 'erased')[0]?.summary).toBe(
    `The signal was deleted by source "CRM"; a later event brought it back.`,
  )
})

test('puts no text of senders into a sentence', async () => {
  const hostile = '<img/src=x>'
  await rig.deliver([
    { ...created({ title: hostile, excerpt: hostile, author: hostile }), id: hostile },
    { ...updated(`${hostile}2`, later, { title: hostile }) },
    {
      ...{ id: `${hostile}3`, type: 'signal.assigned', occurredAt: later },
      data: { signalId: 'sig_1', assignedTo: { userId: hostile, at: later, by: hostile } },
    },
  ])
  const timeline = await rig.timeline()
  expect(timeline?.steps.map(({ summary }) => summary).join()).not.toContain(hostile)
  expect(JSON.stringify(timeline?.steps.map(({ ref }) => ref))).not.toContain(hostile)
})

test('returns nothing for an unknown signal or one of another workspace', async ({ connection }) => {
  await rig.deliver([created()])
  expect(await rig.timeline('sig_missing')).toBeUndefined()
  const other = await openTimelineRig(connection)
  expect(await rig.timeline('sig_1', { of: other.orgId })).toBeUndefined()
  await other.deliver([{ ...created(), data: { signal: other.signal() } }])
  const theirs = JSON.stringify(await other.timeline())
  expect(theirs).not.toContain(rig.sourceId)
  expect(stepsOf(await other.timeline(), 'stored')).toHaveLength(1)
})

test('has a step or a gap for every stage, by time, whatever came in which order', async ({ connection }) => {
  const ids = ['evt_a', 'evt_b', 'evt_c']
  const moments = [moment, later, '2026-11-20T11:00:00.000Z']
  const event = fc.record({
    id: fc.constantFrom(...ids),
    occurredAt: fc.constantFrom(...moments),
    kind: fc.constantFrom(
      'created',
      'updated',
      'read',
      'assigned',
      'unassigned',
      'deleted',
      'broken',
      'unknown',
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 8 }), async (drawn) => {
      const own = await openTimelineRig(connection)
      for (const { id, occurredAt, kind } of drawn) {
        await own.deliver([{ id, occurredAt, ...randomEvent(kind, own.orgId, occurredAt) }])
      }
      const timeline = await own.timeline()
      expectSound(timeline)
      expect(stepsOf(timeline, 'stored')).toHaveLength(drawn.length)
      const applied = stepsOf(timeline, 'stored').filter(({ detail }) => detail.status === 'applied')
      expect(stepsOf(timeline, 'merged')).toHaveLength(applied.length)
    }),
    { numRuns: 30 },
  )
})

function randomEvent(kind: string, orgId: string, at: string): Pick<RigEvent, 'type' | 'data'> {
  const signal = { ...exampleSignal, id: 'sig_1', orgId }
  const about = { signalId: 'sig_1' }
  switch (kind) {
    case 'created':
    case 'updated':
      return { type: `signal.${kind}`, data: { signal } }
    case 'read':
      return { type: 'signal.read', data: { ...about, readAt: at } }
    case 'assigned':
      return { type: 'signal.assigned', data: { ...about, assignedTo: { userId: 'usr_a', at, by: 'usr_a' } } }
    case 'unassigned':
      return { type: 'signal.assigned', data: { ...about, assignedTo: null } }
    case 'deleted':
      return { type: 'signal.deleted', data: about }
    case 'broken':
      return { type: 'signal.read', data: about }
    default:
      return { type: 'signal.of-a-later-version', data: about }
  }
}
