import { findChannel } from '@signalpost/channels'
import { lockMessage } from '@signalpost/database/dispatches'
import { setChannelEnabled } from '@signalpost/database/rules'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { giveUpAbandoned } from './sending/give-up-abandoned.ts'
import { runDispatcher } from './sending/run-dispatcher.ts'
import { sendNext } from './sending/send-next.ts'
import { type AlertCase, openAlertCases, outcomesOf } from './test-support/open-alert-cases.ts'

const { rig, open, raise, later, summary, postsTo, mailsTo, requestsTo, endTroubles } = await openAlertCases()
const minuteMs = 60_000
const hourMs = 60 * minuteMs

beforeEach(endTroubles)
afterAll(rig.close)

describe('workers beside each other', () => {
  const lane = ({ channelId, orgId }: AlertCase) => ({ channelId, orgId, isRetry: false })

  test('send one message once', async () => {
    const channel = await open('webhook')
    await raise(channel.orgId, { id: 'sig_1' })
    const done = await Promise.all(Array.from({ length: 6 }, () => sendNext(rig.dependencies, lane(channel))))
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(requestsTo(channel)).toHaveLength(1)
  })

  test('keep the pace of a channel together', async () => {
    const channel = await open('slack')
    await rig.addRule(channel.orgId)
    await raise(channel.orgId, { id: 'sig_1' })
    await sql`update messages set rule_id = 'rul_other' where org_id = ${channel.orgId} and signal_id = 'sig_1'`.execute(
      rig.database,
    )
    await raise(channel.orgId, { id: 'sig_2' })
    await Promise.all(Array.from({ length: 4 }, () => sendNext(rig.dependencies, lane(channel))))
    const { rows } = await sql`select number from attempts a join messages m using (message_id)
      where org_id = ${channel.orgId}`.execute(rig.database)
    expect(rows.length).toBeLessThanOrEqual(1)
  })

  test('a worker that dies while it sends leaves an attempt that may have arrived', async () => {
    const channel = await open('slack')
    await raise(channel.orgId, { id: 'sig_1' })
    // It posts, and its process dies before recording that.
    const dead = {
      ...rig.dependencies.metrics,
      countAttempt: () => {
        throw new Error('dead')
      },
    }
    await expect(sendNext({ ...rig.dependencies, metrics: dead }, lane(channel))).rejects.toThrow('dead')
    expect(await rig.alerts(channel.orgId)).toMatchObject([
      { status: 'pending', attempts: [{ outcome: 'pending' }] },
    ])
    await later(29_000)
    expect(postsTo(channel)).toHaveLength(1)
    await later(1_000)
    expect((await rig.alerts(channel.orgId)).map(outcomesOf)).toEqual([['ambiguous worker_lost', 'sent']])
    expect(postsTo(channel)).toHaveLength(2)
  })

  test('a message that workers die of is given up in the end', async () => {
    const channel = await open('slack')
    await raise(channel.orgId, { id: 'sig_1' })
    for (let death = 0; death < 8; death += 1) {
      await sql`
        update messages set status = 'sending', attempts = attempts + 1, leased_until = ${new Date(rig.clock.ms)}
        where org_id = ${channel.orgId} and status = 'pending'`.execute(rig.database)
      await giveUpAbandoned(rig.dependencies)
    }
    expect(await summary(channel.orgId)).toEqual([['sig_1', 'unknown', 'worker_lost']])
  })

  test('a channel that answers nothing holds up no other', async () => {
    const slow = await open('webhook')
    const good = await open('webhook')
    rig.webhook.troubles.plan('silent', { only: `/${slow.hook}` })
    const many = Array.from({ length: 40 }, (_, index) => ({ id: `sig_${index}` }))
    await raise(slow.orgId, ...many)
    await raise(good.orgId, ...many)
    const errors: unknown[] = []
    const abort = new AbortController()
    const services = {
      ...rig.services,
      outgoing: {
        ...rig.services.outgoing,
        request: (request: Parameters<typeof rig.services.outgoing.request>[0]) =>
          rig.services.outgoing.request({
            ...request,
            signal: AbortSignal.any([
              abort.signal,
              ...(request.signal === undefined ? [] : [request.signal]),
            ]),
          }),
      },
    }
    const dispatcher = runDispatcher(
      { ...rig.dependencies, services },
      { onError: (error) => errors.push(error) },
    )
    await expect.poll(() => requestsTo(good)).toHaveLength(40)
    expect(requestsTo(slow).length).toBeLessThanOrEqual(4)
    abort.abort()
    await dispatcher.stop()
    expect(errors).toEqual([])
  })
})

describe('what is broken blocks nothing else', () => {
  test('a message that cannot be begun fails alone', async () => {
    const channel = await open('webhook')
    await raise(channel.orgId, { id: 'sig_1' }, { id: 'sig_2' })
    await sql`
      update messages set kind = 'digest', digest_id = 'dig_none', due_at = due_at - interval '1 minute'
      where org_id = ${channel.orgId} and signal_id = 'sig_1'`.execute(rig.database)
    await rig.send()
    const { rows } = await sql`
      select status, reason from messages where org_id = ${channel.orgId} order by message_id`.execute(
      rig.database,
    )
    expect(rows).toEqual([
      { status: 'failed', reason: 'internal' },
      { status: 'sent', reason: null },
    ])
  })

  test('a digest that cannot be made waits alone', async () => {
    const broken = await open('email', { mode: 'digest', cron: '0 * * * *' })
    const good = await open('email', { mode: 'digest', cron: '0 * * * *' })
    await raise(broken.orgId, { id: 'sig_1' })
    await raise(good.orgId, { id: 'sig_1' })
    await sql`
      update digests set due_at = due_at - interval '1 minute' where org_id = ${broken.orgId}`.execute(
      rig.database,
    )
    await sql`update signals set state = '{}' where org_id = ${broken.orgId}`.execute(rig.database)
    await later(hourMs)
    expect(mailsTo(good)).toHaveLength(1)
    expect(await summary(broken.orgId)).toEqual([['sig_1', 'pending', null]])
  })
})

test('locks no message of a channel that is disabled', async () => {
  const channel = await open('webhook')
  await raise(channel.orgId, { id: 'sig_1' })
  await setChannelEnabled(rig.database, { channelId: channel.channelId, enabled: false, reason: null })
  const locked = await rig.database.transaction().execute((transaction) =>
    lockMessage(transaction, {
      lane: { channelId: channel.channelId, isRetry: false },
      pace: findChannel('webhook')?.pace,
      nowMs: rig.clock.ms,
    }),
  )
  expect(locked).toBeUndefined()
})
