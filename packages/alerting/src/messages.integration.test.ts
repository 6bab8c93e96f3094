import { findMessage, listMessages, replayMessage, type StoredMessage } from '@signalpost/database/dispatches'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type AlertCase, openAlertCases } from './test-support/open-alert-cases.ts'

const { rig, open, raise, later, postsTo, mailsTo, requestsTo, endTroubles, summary } = await openAlertCases()
const { database } = rig
const minuteMs = 60_000
const hourMs = 60 * minuteMs

beforeEach(endTroubles)
afterAll(rig.close)

async function list({ orgId }: AlertCase, eventId?: string): Promise<StoredMessage[]> {
  return (await listMessages(database, { orgId, eventId }, { limit: 100 })).items
}

/** Returns the only message of a workspace with its request and answers. */
async function showOnly(one: AlertCase) {
  const messages = await list(one)
  expect(messages).toHaveLength(1)
  const shown = await findMessage(database, { messageId: messages[0]?.messageId ?? '', orgId: one.orgId })
  if (shown === undefined) throw new Error('the message is listed, and not found')
  return shown
}

const replay = (messageId: string) =>
  database
    .transaction()
    .execute((transaction) => replayMessage(transaction, { messageId, nowMs: rig.clock.ms }))

describe('a message shows its request and every answer', () => {
  test('to Slack, without the URL that is a secret', async () => {
    const channel = await open('slack')
    rig.slack.troubles.plan({ status: 503 }, { times: 1, only: channel.hook })
    await raise(channel.orgId, { id: 'sig_1', title: 'Looking for a CRM' })
    await rig.send()
    await later(7_000)
    const shown = await showOnly(channel)
    expect(shown).toMatchObject({
      kind: 'instant',
      status: 'sent',
      signalId: 'sig_1',
      request: {
        method: 'POST',
        url: expect.stringMatching(/^https?:\/\/[^/]+\/\[redacted\]$/),
        body: expect.stringContaining('Looking for a CRM'),
      },
      attempts: [
        { number: 1, outcome: 'retry', httpStatus: 503 },
        { number: 2, outcome: 'sent', httpStatus: 200, answer: 'ok' },
      ],
    })
    expect(JSON.stringify(shown)).not.toContain(channel.hook)
  })

  test('by mail, without the links that act for the recipient', async () => {
    const channel = await open('email')
    await raise(channel.orgId, { id: 'sig_1', title: 'Looking for a CRM' })
    await rig.send()
    expect(mailsTo(channel)[0]?.parsed.text).toMatch(/\/u\/[\w-]{20}/)
    expect((await showOnly(channel)).request).toMatchObject({
      to: `${channel.hook}@example.com`,
      subject: expect.stringContaining('Looking for a CRM'),
      headers: { 'List-Unsubscribe': '[redacted]', 'Auto-Submitted': 'auto-generated' },
      body: expect.stringContaining('/u/[redacted]'),
    })
  })

  test('to a webhook, without its signatures', async () => {
    const channel = await open('webhook')
    await raise(channel.orgId, { id: 'sig_1' })
    await rig.send()
    const id = requestsTo(channel)[0]?.headers['webhook-id']
    expect((await showOnly(channel)).request).toMatchObject({
      headers: { 'webhook-id': id, 'webhook-signature': '[redacted]', 'x-service-signature': '[redacted]' },
    })
  })
})

test('lists the messages with an event by the id that the receiver got', async () => {
  const channel = await open('webhook', {}, { events: ['signal.created'] })
  await raise(channel.orgId, { id: 'sig_1' }, { id: 'sig_2' })
  await rig.send()
  const requests = requestsTo(channel)
  expect(requests.length).toBeGreaterThan(2)
  for (const { headers } of requests) {
    const found = await list(channel, String(headers['webhook-id']))
    expect(found).toHaveLength(1)
    expect((await findMessage(database, { messageId: found[0]?.messageId ?? '' }))?.request).toMatchObject({
      headers: { 'webhook-id': headers['webhook-id'] },
    })
  }
  expect(await list(channel, 'evt_none')).toEqual([])
})

test('pages through messages, the newest first', async () => {
  const channel = await open('webhook')
  await raise(channel.orgId, { id: 'sig_1' })
  await raise(channel.orgId, { id: 'sig_2' })
  const filter = { orgId: channel.orgId, channelId: channel.channelId }
  const first = await listMessages(database, filter, { limit: 1 })
  expect(first.items.map(({ signalId }) => signalId)).toEqual(['sig_2'])
  const next = await listMessages(database, filter, { limit: 1, after: first.nextAfter })
  expect(next.items.map(({ signalId }) => signalId)).toEqual(['sig_1'])
  expect(next).not.toHaveProperty('nextAfter')
})

describe('a replay', () => {
  test('sends again what arrived, once for each call, and keeps its id', async () => {
    const channel = await open('webhook', {}, { events: ['signal.created'] })
    const { messageId } = await subscribed(channel)
    expect(await replay(messageId)).toMatchObject({ messageId, status: 'sent' })
    await expect(replay(messageId)).rejects.toMatchObject({ code: 'conflict' })
    await rig.send()
    const bodies = requestsTo(channel).filter(
      ({ body }) => JSON.parse(String(body)).type === 'signal.created',
    )
    expect(bodies).toHaveLength(2)
    expect(new Set(bodies.map(({ body }) => String(body))).size).toBe(1)
    const shown = await findMessage(database, { messageId })
    expect(shown).toMatchObject({ status: 'sent', isReplay: true, attempts: [{ number: 1 }, { number: 2 }] })
  })

  test('sends an alert that failed, whatever people did with its signal', async () => {
    const channel = await open('slack')
    rig.slack.troubles.plan({ status: 400 }, { times: 2, only: channel.hook })
    await raise(channel.orgId, { id: 'sig_1' })
    await rig.send()
    const failed = await showOnly(channel)
    expect(failed.status).toBe('failed')
    const read = { id: 'evt_read', type: 'signal.read', occurredAt: new Date(rig.clock.ms).toISOString() }
    await rig.apply(channel.orgId, [{ ...read, data: { signalId: 'sig_1', readAt: read.occurredAt } }])
    endTroubles()
    await replay(failed.messageId)
    await rig.send()
    expect(postsTo(channel)).toHaveLength(1)
    expect(await summary(channel.orgId)).toEqual([['sig_1', 'sent', null]])
  })

  test('sends a digest that failed, with its signals', async () => {
    const channel = await open('slack', { mode: 'digest', cron: '*/5 * * * *' })
    await raise(channel.orgId, { id: 'sig_1' }, { id: 'sig_2' })
    rig.slack.troubles.plan({ status: 400 }, { times: 2, only: channel.hook })
    await later(6 * minuteMs)
    const failed = await showOnly(channel)
    expect(failed).toMatchObject({ kind: 'digest', status: 'failed' })
    endTroubles()
    await replay(failed.messageId)
    await later(minuteMs)
    expect(JSON.stringify(postsTo(channel))).toMatch(/sig_1.*sig_2|sig_2.*sig_1/)
    expect((await summary(channel.orgId)).map(([, status]) => status)).toEqual(['digested', 'digested'])
  })

  test('sends one that waits for its next try now', async () => {
    const channel = await open('webhook')
    rig.webhook.troubles.plan({ status: 500 }, { times: 2 })
    await raise(channel.orgId, { id: 'sig_1' })
    await rig.send()
    const waiting = await showOnly(channel)
    expect(waiting).toMatchObject({ status: 'pending', attempts: [{ number: 1 }] })
    await replay(waiting.messageId)
    await rig.send()
    expect(await showOnly(channel)).toMatchObject({
      status: 'pending',
      attempts: [{ number: 1 }, { number: 2 }],
    })
    await replay(waiting.messageId)
    await rig.send()
    expect(await showOnly(channel)).toMatchObject({ status: 'sent' })
    expect(await summary(channel.orgId)).toEqual([['sig_1', 'sent', null]])
  })

  test('sends one now whose channel waits because it failed too often', async () => {
    const channel = await open('webhook')
    await raise(channel.orgId, { id: 'sig_1' })
    const pausedUntil = new Date(rig.clock.ms + hourMs)
    await sql`
      update channel_health set paused_until = ${pausedUntil}, breaker_openings = 3
      where channel_id = ${channel.channelId}`.execute(database)
    await rig.send()
    const waiting = await showOnly(channel)
    expect(waiting).toMatchObject({ status: 'pending', attempts: [] })
    await replay(waiting.messageId)
    await rig.send()
    expect(await showOnly(channel)).toMatchObject({ status: 'sent' })
  })

  test('refuses a message of a disabled channel, and one that is about to be sent', async () => {
    const channel = await open('webhook', {}, { events: ['signal.created'] })
    await raise(channel.orgId, { id: 'sig_1' })
    const [waiting] = await list(channel)
    await expect(replay(waiting?.messageId ?? '')).rejects.toThrow('being sent')
    await rig.send()
    await sql`update channels set state = 'disabled' where channel_id = ${channel.channelId}`.execute(
      database,
    )
    await expect(replay(waiting?.messageId ?? '')).rejects.toThrow('disabled')
    await expect(replay('msg_none')).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('nothing of a deleted signal is left in its messages, and none of them can be replayed', async () => {
  const channel = await open('webhook', {}, { events: ['signal.created'] })
  const { messageId } = await subscribed(channel)
  rig.clock.ms += minuteMs
  const at = new Date(rig.clock.ms).toISOString()
  await rig.apply(channel.orgId, [
    { id: 'evt_gone', type: 'signal.deleted', occurredAt: at, data: { signalId: 'sig_1' } },
  ])
  await rig.evaluate()
  const { rows } = await sql<{ text: string }>`
    select to_jsonb(m)::text || coalesce(jsonb_agg(to_jsonb(a))::text, '') as text
    from messages m left join attempts a using (message_id)
    where m.org_id = ${channel.orgId} group by m.message_id, m.*`.execute(database)
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.map(({ text }) => text).join()).not.toContain('Looking for a CRM')
  await expect(replay(messageId)).rejects.toThrow('no longer stored')
})

/** Sends a signal to a webhook that subscribes to it; returns the message of the subscription. */
async function subscribed(channel: AlertCase): Promise<StoredMessage> {
  await raise(channel.orgId, { id: 'sig_1', title: 'Looking for a CRM' })
  await rig.send()
  const message = (await list(channel)).find(({ eventType }) => eventType === 'signal.created')
  if (message === undefined) throw new Error('the webhook got no event')
  return message
}
