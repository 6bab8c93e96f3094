import { finishMessageEdit, requestMessageEdits, takeMessageEdit } from '@signalpost/database/dispatches'
import { storeDeliveries } from '@signalpost/database/ledger'
import { deleteSignal } from '@signalpost/database/records'
import { setChannelEnabled } from '@signalpost/database/rules'
import { instantOf } from '@signalpost/domain'
import type { SlackMessage } from '@signalpost/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMessageEditor, type MessageEditor } from './edit-messages.ts'
import { type AlertRig, openAlertRig } from './test-support/open-alert-rig.ts'

let rig: AlertRig
let editor: MessageEditor
let orgId: string
let channelId: string
let message: SlackMessage
let presses = 0

beforeAll(async () => {
  rig = await openAlertRig()
  editor = createMessageEditor(rig.dependencies)
})

afterAll(() => rig.close())

beforeEach(async () => {
  rig.slack.troubles.clear()
  // The test before has pressed what was not evaluated yet.
  await rig.evaluate()
  await sql`delete from message_edits`.execute(rig.database)
  ;({ orgId } = await rig.workspace())
  channelId = await rig.addChannel(orgId, { kind: 'slack', bot: true })
  await rig.addRule(orgId)
  await rig.dependencies.settings.refresh()
  await rig.apply(orgId, [rig.created(rig.signal(orgId, { id: 'sig_1', title: 'We need help' }))])
  await rig.evaluate()
  await rig.send()
  const sent = rig.slack.messages.at(-1)
  if (sent === undefined) throw new Error('nothing was sent')
  message = sent
})

/** Stores and merges the event of a click, and requests the edit like applying its delivery. */
async function press(data: Record<string, unknown>, type = 'signal.assigned'): Promise<void> {
  presses += 1
  const id = `slk_${presses}`
  rig.clock.ms += 1
  const occurredAt = instantOf(rig.clock.ms)
  const event = { id, type, occurredAt, data: { signalId: 'sig_1', ...data } }
  const { deliveryIds } = await storeDeliveries(
    rig.pool,
    [
      {
        orgId,
        sourceId: channelId,
        receivedAtMs: rig.clock.ms,
        traceId: 'trace',
        signatureHeaders: {},
        body: Buffer.from('payload='),
        events: [{ eventId: id, type, event: { orgId, ...event } }],
      },
    ],
    { nowMs: rig.clock.ms, dueAfterMs: 60_000 },
  )
  await rig.apply(orgId, [event])
  await rig.database
    .transaction()
    .execute((transaction) => requestMessageEdits(transaction, deliveryIds.flat(), rig.clock.ms))
}

const assignTo = (userId: string) =>
  press({ assignedTo: { userId, at: instantOf(rig.clock.ms), by: userId } })

async function edit(): Promise<void> {
  await editor.round()
  await editor.settle()
}

const finished = async () => {
  const { rows } = await sql<{ at: Date; outcome: string; code: string | null }>`
    select at, outcome, code from finished_edits join messages using (message_id)
    where org_id = ${orgId} order by at`.execute(rig.database)
  return rows
}

const left = async () => {
  const { rows } = await sql<{ attempts: number }>`
    select attempts from message_edits where org_id = ${orgId}`.execute(rig.database)
  return rows.map(({ attempts }) => attempts)
}

test('a message shows what was pressed in it', async () => {
  expect(JSON.stringify(message.blocks)).not.toContain('Assigned to')
  await assignTo('ann')
  await edit()
  expect(message.edits).toBe(1)
  expect(JSON.stringify(message.blocks)).toContain('Taken by ann')
  await press({ feedback: { verdict: 'bad', at: instantOf(rig.clock.ms) } }, 'signal.feedback')
  await edit()
  const shown = JSON.stringify(message.blocks)
  expect(shown).toContain('ann')
  expect(shown).toContain('Marked as bad')
  expect(await left()).toEqual([])
})

test('a message shows what another sender, the API or the console changed', async () => {
  rig.clock.ms += 1
  const occurredAt = instantOf(rig.clock.ms)
  const assignedTo = { userId: 'ann', at: occurredAt, by: 'ann' }
  await rig.apply(orgId, [
    { id: 'evt_elsewhere', type: 'signal.assigned', occurredAt, data: { signalId: 'sig_1', assignedTo } },
  ])
  await rig.evaluate()
  await edit()
  expect(message.edits).toBe(1)
  expect(JSON.stringify(message.blocks)).toContain('Taken by ann')
  expect(await left()).toEqual([])
})

test('an acknowledgement from elsewhere edits it too', async () => {
  rig.clock.ms += 1
  const occurredAt = instantOf(rig.clock.ms)
  const data = { signalId: 'sig_1', acknowledgedAt: occurredAt, by: 'ann' }
  await rig.apply(orgId, [{ id: 'evt_acknowledged', type: 'signal.acknowledged', occurredAt, data }])
  await rig.evaluate()
  await edit()
  expect(message.edits).toBe(1)
  expect(JSON.stringify(message.blocks)).toContain('Acknowledged by ann')
})

test('a change that no message shows edits none', async () => {
  rig.clock.ms += 1
  const occurredAt = instantOf(rig.clock.ms)
  await rig.apply(orgId, [
    { id: 'evt_read', type: 'signal.read', occurredAt, data: { signalId: 'sig_1', readAt: occurredAt } },
  ])
  await rig.evaluate()
  expect(await left()).toEqual([])
})

test('each edit leaves its moment and its outcome', async () => {
  rig.slack.troubles.plan({ retryAfterSeconds: 30 }, { times: 1 })
  await assignTo('ann')
  await edit()
  expect(await finished()).toEqual([])
  rig.clock.ms += 31_000
  await edit()
  const firstAt = new Date(rig.clock.ms)
  rig.slack.troubles.plan({ error: 'cant_update_message' }, { times: 1 })
  await assignTo('bob')
  await edit()
  expect(await finished()).toEqual([
    { at: firstAt, outcome: 'sent', code: null },
    { at: new Date(rig.clock.ms), outcome: 'rejected', code: 'cant_update_message' },
  ])
})

test('what is pressed several times is shown once, as it stands then', async () => {
  for (const user of ['ann', 'bob', 'eve']) await assignTo(user)
  await edit()
  expect(message.edits).toBe(1)
  expect(JSON.stringify(message.blocks)).toContain('Taken by eve')
})

test('what is pressed while a message is edited is shown afterwards', async () => {
  await assignTo('ann')
  const nowMs = rig.clock.ms
  const taken = await takeMessageEdit(rig.database, { exceptChannels: [], leaseMs: 30_000, nowMs })
  await assignTo('bob')
  await edit()
  expect(message.edits).toBe(0)
  const { messageId = '', requests = 0 } = taken ?? {}
  await finishMessageEdit(rig.database, { messageId, requests, nowMs })
  await edit()
  expect(message.edits).toBe(1)
  expect(JSON.stringify(message.blocks)).toContain('Taken by bob')
  expect(await left()).toEqual([])
})

test('an unfinished edit is resumed when its lease has expired', async () => {
  await assignTo('ann')
  await takeMessageEdit(rig.database, { exceptChannels: [], leaseMs: 30_000, nowMs: rig.clock.ms })
  await edit()
  expect(message.edits).toBe(0)
  rig.clock.ms += 30_000
  await edit()
  expect([message.edits, await left()]).toEqual([1, []])
})

test('what Slack puts off is tried again, what it refuses is not', async () => {
  rig.slack.troubles.plan({ retryAfterSeconds: 30 }, { times: 1 })
  await assignTo('ann')
  await edit()
  expect([message.edits, await left()]).toEqual([0, [1]])
  rig.clock.ms += 31_000
  await edit()
  expect([message.edits, await left()]).toEqual([1, []])
  rig.slack.troubles.plan({ error: 'cant_update_message' }, { times: 1 })
  await assignTo('bob')
  await edit()
  expect([message.edits, await left()]).toEqual([1, []])
})

test('nothing is shown of a signal that is gone, nor through a channel that is disabled', async () => {
  await assignTo('ann')
  await setChannelEnabled(rig.database, { channelId, orgId, enabled: false, reason: null })
  await rig.dependencies.settings.refresh()
  await edit()
  expect([message.edits, await left()]).toEqual([0, []])
  await setChannelEnabled(rig.database, { channelId, orgId, enabled: true, reason: null })
  await rig.dependencies.settings.refresh()
  await assignTo('bob')
  await deleteSignal(rig.database, { orgId, signalId: 'sig_1', nowMs: rig.clock.ms })
  await edit()
  expect([message.edits, await left()]).toEqual([0, []])
})

test('a message of several signals shows what was pressed at one of them', async () => {
  const many = ['sig_2', 'sig_3'].map((id) => rig.created(rig.signal(orgId, { id, title: `Post ${id}` })))
  await rig.apply(orgId, many)
  await rig.evaluate()
  await rig.send()
  const gathered = rig.slack.messages.at(-1)
  for (const signalId of ['sig_2', 'sig_3']) {
    const at = instantOf(rig.clock.ms)
    await press({ signalId, feedback: { verdict: 'good', at } }, 'signal.feedback')
    await edit()
  }
  expect(gathered?.edits).toBe(2)
  const shown = JSON.stringify(gathered?.blocks)
  expect(shown).toContain('Post sig_2')
  expect(shown).toContain('Post sig_3')
  expect(shown.match(/Marked as good/g)).toHaveLength(2)
  expect([message.edits, await left()]).toEqual([0, []])
})
