import {
  listInbox,
  listMessages,
  markInboxRead,
  markInboxWholeRead,
  readInboxState,
} from '@signalpost/database/dispatches'
import { readPulse } from '@signalpost/database/overview'
import { removeMembership } from '@signalpost/database/people'
import { assignSignal, deleteSignal } from '@signalpost/database/records'
import { createSilence } from '@signalpost/database/rules'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { openAlertCases } from '../test-support/open-alert-cases.ts'
import { sendNext } from './send-next.ts'

const cases = await openAlertCases()
const { rig, open, raise, later, addPerson } = cases
const { database } = rig
const minuteMs = 60_000
afterAll(rig.close)

/** A workspace whose rule sends to its inbox, with two people. */
async function openInbox(rule: Record<string, unknown> = {}) {
  const opened = await open('inbox', rule)
  const ann = (await addPerson(opened.orgId, 'Anna Rossi')).personId
  const bob = (await addPerson(opened.orgId, 'Bob')).personId
  return { ...opened, ann, bob }
}

async function entriesOf(orgId: string, personId: string) {
  const { items } = await listInbox(database, { orgId, personId }, { limit: 100, after: undefined })
  return items
}

const headingsOf = async (orgId: string, personId: string): Promise<string[]> =>
  (await entriesOf(orgId, personId)).map(({ message }) => message.items[0]?.title ?? message.heading)

const unreadOf = async (orgId: string, personId: string): Promise<number> =>
  (await readInboxState(database, { orgId, personId }, { countedAtMost: 100 })).unread

async function messagesOf(orgId: string) {
  return (await listMessages(database, { orgId }, { limit: 100 })).items
}

test('each member gets an alert once, and reads it for themselves', async () => {
  const { orgId, ann, bob } = await openInbox()
  await raise(orgId, { id: 'sig_1', title: 'We need a CRM', urgency: 'high' })
  await rig.send()
  const [entry] = await entriesOf(orgId, ann)
  expect(entry?.message).toMatchObject({
    ...{ kind: 'alert', urgency: 'high', origin: 'Rule: Rule' },
    items: [{ signalId: 'sig_1', title: 'We need a CRM' }],
  })
  await markInboxRead(database, { orgId, personId: ann, messageId: entry?.messageId ?? '', nowMs: 1 })
  expect([await unreadOf(orgId, ann), await unreadOf(orgId, bob)]).toEqual([0, 1])
  expect(await messagesOf(orgId)).toMatchObject([{ status: 'sent', attempts: 1 }])
})

test('the unread come first, of these the most urgent, of these the newest', async () => {
  const { orgId, ann } = await openInbox()
  const urgencies = { first: 'low', second: 'immediate', third: undefined, fourth: 'low', read: 'immediate' }
  for (const [title, urgency] of Object.entries(urgencies)) {
    await raise(orgId, { id: `sig_${title}`, title, ...(urgency && { urgency: urgency as 'low' }) })
    await rig.send()
    rig.clock.ms += 1_000
  }
  const read = (await entriesOf(orgId, ann)).find(({ message }) => message.items[0]?.title === 'read')
  await markInboxRead(database, { orgId, personId: ann, messageId: read?.messageId ?? '', nowMs: 1 })
  expect(await headingsOf(orgId, ann)).toEqual(['second', 'fourth', 'first', 'third', 'read'])
  const paged: string[] = []
  let after: Awaited<ReturnType<typeof listInbox>>['nextAfter']
  do {
    const page = await listInbox(database, { orgId, personId: ann }, { limit: 2, after })
    paged.push(...page.items.map(({ message }) => message.items[0]?.title ?? ''))
    after = page.nextAfter
  } while (after !== undefined)
  expect(paged).toEqual(['second', 'fourth', 'first', 'third', 'read'])
})

test('what was held back is the last arrival, though its message is older', async () => {
  const { orgId, ann } = await openInbox()
  const deliver = (messageId: string) =>
    rig.services.deliverToInbox?.({
      ...{ orgId, messageId, personId: undefined, exceptPersonId: undefined },
      message: { kind: 'notice', heading: messageId, items: [] },
    })
  await deliver('msg_b')
  const before = await readPulse(database, { orgId })
  rig.clock.ms += 1_000
  await deliver('msg_a')
  const { latest } = await readInboxState(database, { orgId, personId: ann }, { countedAtMost: 100 })
  expect(latest?.messageId).toBe('msg_a')
  expect((await readPulse(database, { orgId })).inbox).not.toBe(before.inbox)
})

test('5,000 unread are counted no further than a bell shows, and read at once', async () => {
  const { orgId, ann } = await openInbox()
  const until = new Date(rig.clock.ms)
  await sql`
    with stored as (
      insert into inbox_messages (org_id, message_id, message, signal_ids, created_at)
      select ${orgId}, 'msg_' || n, '{"kind":"notice","heading":"Hello","items":[]}', '{}',
             ${until}::timestamptz + (n - 5000) * interval '1 s'
      from generate_series(1, 5001) n returning message_id, created_at
    )
    insert into inbox_entries (org_id, person_id, message_id, rank, created_at)
    select ${orgId}, ${ann}, message_id, 0, created_at from stored`.execute(database)
  expect(await unreadOf(orgId, ann)).toBe(100)
  expect(await entriesOf(orgId, ann)).toHaveLength(100)
  const marked = await markInboxWholeRead(database, { orgId, personId: ann, until, nowMs: rig.clock.ms })
  expect([marked, await unreadOf(orgId, ann)]).toEqual([5_000, 1])
})

test('a worker that dies after the delivery leaves no second entry', async () => {
  const { orgId, channelId, ann } = await openInbox()
  await raise(orgId, { id: 'sig_1' })
  const dying = new Error('The worker dies.')
  const dependencies = {
    ...rig.dependencies,
    services: {
      ...rig.services,
      deliverToInbox: async (...given: Parameters<NonNullable<typeof rig.services.deliverToInbox>>) => {
        await rig.services.deliverToInbox?.(...given)
        throw dying
      },
    },
  }
  await rig.dependencies.settings.refresh()
  await sendNext(dependencies, { orgId, channelId, isRetry: false })
  expect(await messagesOf(orgId)).toMatchObject([{ status: 'pending', reason: 'store_unavailable' }])
  await later(minuteMs)
  expect(await messagesOf(orgId)).toMatchObject([{ status: 'sent', attempts: 2 }])
  expect(await entriesOf(orgId, ann)).toHaveLength(1)
})

test('says who took a lead, to everyone but them', async () => {
  const { orgId, ann, bob } = await openInbox()
  await raise(orgId, { id: 'sig_1', title: 'We need a CRM' })
  await rig.send()
  const taken = { orgId, signalId: 'sig_1', userId: ann, by: ann, nowMs: rig.clock.ms }
  await database.transaction().execute((transaction) => assignSignal(transaction, taken))
  await rig.evaluate()
  await rig.send()
  const followUp = { kind: 'follow_up', heading: 'Anna Rossi took it', items: [{ title: 'We need a CRM' }] }
  expect((await entriesOf(orgId, bob)).map(({ message }) => message)).toContainEqual(
    expect.objectContaining({ ...followUp, items: [expect.objectContaining({ title: 'We need a CRM' })] }),
  )
  expect((await entriesOf(orgId, ann)).map(({ message }) => message.kind)).toEqual(['alert'])
})

describe('what any channel obeys', () => {
  test('a silence', async () => {
    const { orgId, ann } = await openInbox()
    // The database's own clock decides whether it stands.
    const until = new Date(Math.max(Date.now(), rig.clock.ms) + minuteMs)
    await createSilence(database, {
      ...{ orgId, conditions: {}, reason: null, until },
      createdBy: { kind: 'person', id: ann },
    })
    await raise(orgId, { id: 'sig_1' })
    await rig.send()
    expect(await entriesOf(orgId, ann)).toEqual([])
    expect(await rig.alerts(orgId)).toMatchObject([{ status: 'suppressed', reason: 'silenced' }])
  })

  test('an escalation, whose step for a person reaches them alone', async () => {
    const { orgId, channelId, ann, bob } = await openInbox({ conditions: { keywords: ['never'] } })
    await rig.addEscalation(orgId, { steps: [{ afterMs: minuteMs, channelId, personId: ann }] })
    await raise(orgId, { id: 'sig_1', title: 'We need a CRM' })
    rig.clock.ms += minuteMs
    await rig.escalate()
    await rig.sweep()
    expect((await entriesOf(orgId, ann)).map(({ message }) => message)).toMatchObject([
      {
        heading: expect.stringContaining('No one'),
        origin: expect.stringContaining('Anna Rossi'),
        items: [{ title: 'We need a CRM' }],
      },
    ])
    expect(await entriesOf(orgId, bob)).toEqual([])
  })

  test('quiet hours, which hold it back', async () => {
    const quiet = { from: '11:00', to: '13:00' }
    const { orgId, ann } = await openInbox({ quiet })
    await raise(orgId, { id: 'sig_1' })
    await rig.send()
    expect(await rig.alerts(orgId)).toMatchObject([{ status: 'pending', reason: 'quiet_hours' }])
    expect(await entriesOf(orgId, ann)).toEqual([])
    await later(2 * 60 * minuteMs)
    expect(await entriesOf(orgId, ann)).toHaveLength(1)
  })

  test('a digest, of which a deleted signal goes', async () => {
    const { orgId, ann } = await openInbox({ mode: 'digest', cron: '* * * * *' })
    for (const id of ['sig_1', 'sig_2']) await raise(orgId, { id, title: id })
    await later(2 * minuteMs)
    const idsIn = async () =>
      (await entriesOf(orgId, ann)).map(({ message }) => message.items.map(({ signalId }) => signalId).sort())
    expect(await idsIn()).toEqual([['sig_1', 'sig_2']])
    await deleteSignal(database, { orgId, signalId: 'sig_1', nowMs: rig.clock.ms })
    await rig.evaluate()
    expect(await idsIn()).toEqual([['sig_2']])
    await deleteSignal(database, { orgId, signalId: 'sig_2', nowMs: rig.clock.ms })
    await rig.evaluate()
    expect(await idsIn()).toEqual([])
    const { rows } = await sql`select from inbox_messages where org_id = ${orgId}`.execute(database)
    expect(rows).toEqual([])
  })
})

test('keeps nothing about a signal that was deleted while its message was on the way', async () => {
  const { orgId, ann } = await openInbox()
  await rig.services.deliverToInbox?.({
    ...{ orgId, messageId: 'msg_late', personId: undefined, exceptPersonId: undefined },
    message: {
      ...{ kind: 'alert', heading: 'Gone' },
      items: [{ signalId: 'sig_gone', title: 'Gone', facts: '', reasons: [] }],
    },
  })
  expect(await entriesOf(orgId, ann)).toEqual([])
})

test('what a member got goes with their membership', async () => {
  const { orgId, ann, bob } = await openInbox()
  await raise(orgId, { id: 'sig_1' })
  await rig.send()
  await database
    .transaction()
    .execute((transaction) => removeMembership(transaction, { orgId, personId: ann }))
  expect(await entriesOf(orgId, ann)).toEqual([])
  expect(await entriesOf(orgId, bob)).toHaveLength(1)
})
