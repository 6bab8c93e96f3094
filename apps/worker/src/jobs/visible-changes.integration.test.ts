import { randomBytes } from 'node:crypto'
import { createSecretBox } from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import { createChannel } from '@signalpost/database/rules'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  freshNames,
  readEventOf,
  received,
  requestOf,
  stageDeliveries,
} from '../test-support/stage-deliveries.ts'

const stage = stageDeliveries()
const { store, applyBatch, ledgerOf } = stage

test('leaves no trace of a delivery that is applied again', async () => {
  const names = freshNames()
  const { batchId } = await store([requestOf([readEventOf('a', names.orgId)], names)])
  await applyBatch(batchId)
  await openChannel(names.orgId)
  const written = () => Promise.all([pendingChangesOf(names.orgId), signalEventsOf(names.orgId)])
  const before = await written()
  await sql`update deliveries set status = 'queued' where source_id = ${names.sourceId}`.execute(
    stage.database,
  )
  await applyBatch(batchId)
  expect(await ledgerOf(names.sourceId)).toMatchObject([{ status: 'applied' }])
  expect(await written()).toEqual(before)
})

test('records each visible change, and nothing for an event that changes nothing', async () => {
  const names = freshNames()
  await openChannel(names.orgId)
  const deal = { id: 'deal_1', name: 'One', stage: 'new', updatedAt: received }
  const event = (id: string, occurredAt: string, type: string, data: object) => ({
    id,
    type,
    occurredAt,
    orgId: names.orgId,
    data,
  })
  const steps = [
    event('1', '2026-11-20T01:00:00Z', 'deal.created', { deal }),
    event('2', '2026-11-20T02:00:00Z', 'deal.updated', { deal }),
    event('3', '2026-11-20T03:00:00Z', 'deal.updated', { deal: { ...deal, stage: 'won' } }),
    event('4', '2026-11-20T02:30:00Z', 'deal.updated', { deal: { ...deal, stage: 'lost' } }),
    event('5', '2026-11-20T04:00:00Z', 'deal.deleted', { dealId: 'deal_1' }),
    event('6', '2026-11-20T05:00:00Z', 'deal.created', { deal }),
    event('7', '2026-11-20T06:00:00Z', 'signal.assigned', {
      signalId: 'sig_1',
      assignedTo: { userId: 'u', at: received, by: 'v' },
    }),
    event('8', '2026-11-20T07:00:00Z', 'signal.assigned', {
      signalId: 'sig_1',
      assignedTo: { userId: 'u', at: received, by: 'v' },
    }),
    event('9', '2026-11-20T08:00:00Z', 'signal.assigned', { signalId: 'sig_1', assignedTo: null }),
  ]
  for (const step of steps) await applyBatch((await store([requestOf([step], names)])).batchId)
  const pending = await pendingChangesOf(names.orgId)
  expect(pending.map((row) => [row.caused_at.toISOString(), row.record, row.change])).toEqual([
    ['2026-11-20T01:00:00.000Z', 'deal', 'created'],
    ['2026-11-20T03:00:00.000Z', 'deal', 'updated'],
    ['2026-11-20T04:00:00.000Z', 'deal', 'deleted'],
    ['2026-11-20T05:00:00.000Z', 'deal', 'restored'],
    ['2026-11-20T06:00:00.000Z', 'registers', 'changed'],
    ['2026-11-20T08:00:00.000Z', 'registers', 'changed'],
  ])
  const change = { signal_id: 'sig_1', register: 'assignedTo', source_id: names.sourceId }
  const assigned = { userId: 'u', at: received, by: 'v' }
  expect(await signalEventsOf(names.orgId)).toEqual([
    { ...change, event_id: '7', at: new Date('2026-11-20T06:00:00Z'), from_value: null, to_value: assigned },
    { ...change, event_id: '9', at: new Date('2026-11-20T08:00:00Z'), from_value: assigned, to_value: null },
  ])
})

/** Only the changes of a workspace with a channel wait for the rules. */
async function openChannel(orgId: string): Promise<void> {
  const workspace = { name: orgId, plan: 'test', accountIntelligence: false, analysisAllowance: 0 }
  await createWorkspace(stage.database, { orgId, ...workspace })
  const channel = { orgId, kind: 'webhook', name: 'CRM', settings: {}, secrets: {} }
  await createChannel(stage.database, createSecretBox(randomBytes(32)), channel)
}

async function pendingChangesOf(orgId: string) {
  return stage.database
    .selectFrom('pending_changes')
    .select(['caused_at', 'record', 'change'])
    .where('org_id', '=', orgId)
    .orderBy('pending_change_id')
    .execute()
}

async function signalEventsOf(orgId: string) {
  return stage.database
    .selectFrom('signal_events')
    .select(['signal_id', 'register', 'from_value', 'to_value', 'at', 'event_id', 'source_id'])
    .where('org_id', '=', orgId)
    .orderBy('signal_event_id')
    .execute()
}
