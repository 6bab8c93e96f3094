import { timelineSchema } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createApiKey } from '../access/index.ts'
import type { DatabaseTransaction } from '../database.ts'
import { acknowledgeSignal, assignSignal, judgeSignal, markSignalRead } from '../records/index.ts'
import { openTimelineRig } from './test-support/open-timeline-rig.ts'

const moment = '2026-11-20T09:00:00.000Z'

test('shows each change of a register with who made it', async ({ connection }) => {
  const rig = await openTimelineRig(connection)
  await rig.deliver([
    { id: 'evt_created', type: 'signal.created', occurredAt: moment, data: { signal: rig.signal({}) } },
  ])
  await sql`
    insert into api_keys (key_id, org_id, member_id, name, secret_sha256, scopes, created_at)
    values ('bob', ${rig.orgId}, 'usr_bob', 'Bob', '', '{}', now())`.execute(rig.database)
  await rig.database.transaction().execute((transaction) =>
    assignSignal(transaction, {
      ...{ orgId: rig.orgId, signalId: 'sig_1', userId: 'usr_ada', by: 'usr_bob', nowMs: Date.now() },
    }),
  )
  const given = { orgId: rig.orgId, signalId: 'sig_1', by: 'usr_bob' }
  const change = (run: (transaction: DatabaseTransaction) => Promise<unknown>) =>
    rig.database.transaction().execute(run)
  await change((transaction) => judgeSignal(transaction, { ...given, verdict: 'good', nowMs: Date.now() }))
  await change((transaction) =>
    acknowledgeSignal(transaction, { ...given, by: 'chn_gone', nowMs: Date.now() }),
  )
  await change((transaction) => assignSignal(transaction, { ...given, userId: null, nowMs: Date.now() }))
  await change((transaction) => markSignalRead(transaction, { ...given, nowMs: Date.now() }))
  await change((transaction) =>
    judgeSignal(transaction, { ...given, by: 'root', verdict: null, nowMs: Date.now() }),
  )
  const read = { signalId: 'sig_1', readAt: moment, by: 'usr_<b>' }
  const [delivery] = await rig.deliver([
    { id: 'evt_read', type: 'signal.read', occurredAt: moment, data: read },
  ])
  const timeline = await rig.timeline()
  expect(timelineSchema.parse(timeline)).toEqual(timeline)
  expect(timeline?.steps.filter(({ stage }) => stage === 'register')).toMatchObject([
    {
      summary: 'Register assignedTo was set by "Bob" through Signalpost.',
      ref: { type: 'signal', id: 'sig_1' },
      detail: { from: null, to: { userId: 'usr_ada', by: 'usr_bob' }, by: 'usr_bob' },
    },
    { summary: 'Register feedback was set by "Bob" through Signalpost.', detail: { by: 'usr_bob' } },
    {
      summary: 'Register acknowledgedAt was set through a link in a message of a deleted channel.',
      detail: { by: 'chn_gone' },
    },
    { summary: 'Register assignedTo was cleared by "Bob" through Signalpost.', detail: { by: 'usr_bob' } },
    { summary: 'Register readAt was set by "Bob" through Signalpost.', detail: { by: 'usr_bob' } },
    { summary: 'Register feedback was cleared by "root" through Signalpost.', detail: { by: 'root' } },
    {
      summary: `Register readAt was changed by source "CRM".`,
      ref: { type: 'delivery', id: delivery },
      detail: { to: moment, by: 'usr_<b>' },
    },
  ])
})

test('calls an API key that acts for no one by its name, where it has one', async ({ connection }) => {
  const rig = await openTimelineRig(connection)
  await rig.deliver([
    { id: 'evt_created', type: 'signal.created', occurredAt: moment, data: { signal: rig.signal({}) } },
  ])
  const named = await createApiKey(rig.database, { orgId: rig.orgId, scopes: [], name: 'Zapier' })
  const nameless = await createApiKey(rig.database, { orgId: rig.orgId, scopes: [] })
  for (const [index, { memberId }] of [named, nameless].entries()) {
    const verdict = index === 0 ? 'good' : 'bad'
    const given = { orgId: rig.orgId, signalId: 'sig_1', by: memberId, nowMs: Date.now() }
    await rig.database.transaction().execute((transaction) => judgeSignal(transaction, { ...given, verdict }))
  }
  const timeline = await rig.timeline()
  const registers = timeline?.steps.filter(({ stage }) => stage === 'register') ?? []
  expect(registers.map(({ summary }) => summary)).toEqual([
    'Register feedback was set by API key "Zapier" through Signalpost.',
    'Register feedback was changed by an API key through Signalpost.',
  ])
})
