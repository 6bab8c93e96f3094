import { createSilence, editRule } from '@signalpost/database/rules'
import { instantOf, ruleDefinitionSchema } from '@signalpost/domain'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openAlertCases } from './test-support/open-alert-cases.ts'

const { rig, open, raise, later, summary, postsTo, mailsTo, endTroubles } = await openAlertCases()
const minuteMs = 60_000
const hourMs = 60 * minuteMs

beforeEach(endTroubles)
afterAll(rig.close)

describe('what is judged once more when it is sent', () => {
  const register = (type: string, data: object) => ({
    id: `evt_${type}`,
    type,
    occurredAt: instantOf(rig.clock.ms),
    data: { signalId: 'sig_1', ...data },
  })
  const at = (): string => instantOf(rig.clock.ms)

  test('read, assigned, deleted or silenced meanwhile is not sent', async () => {
    const cases = {
      read: (orgId: string) => rig.apply(orgId, [register('signal.read', { readAt: at() })]),
      assigned: (orgId: string) =>
        rig.apply(orgId, [register('signal.assigned', { assignedTo: { userId: 'u', at: at(), by: 'u' } })]),
      deleted: (orgId: string) => rig.apply(orgId, [register('signal.deleted', {})]),
      silenced: (orgId: string) =>
        createSilence(rig.database, {
          orgId,
          conditions: {},
          reason: null,
          until: new Date(rig.clock.ms + 86_400_000 * 2),
        }),
    }
    for (const [reason, act] of Object.entries(cases)) {
      const channel = await open('slack')
      await raise(channel.orgId, { id: 'sig_1' })
      rig.clock.ms += 1
      await act(channel.orgId)
      await rig.evaluate()
      await rig.send()
      expect(await summary(channel.orgId)).toEqual([['sig_1', 'suppressed', reason]])
      expect(postsTo(channel)).toHaveLength(0)
    }
  })

  test('an assigned signal is sent all the same by a rule that asks for it', async () => {
    const channel = await open('slack', { conditions: { assigned: false } })
    await raise(channel.orgId, { id: 'sig_1' })
    await rig.apply(channel.orgId, [
      register('signal.assigned', { assignedTo: { userId: 'u', at: at(), by: 'u' } }),
    ])
    await rig.evaluate()
    await rig.send()
    expect(await summary(channel.orgId)).toEqual([['sig_1', 'sent', null]])
  })

  test('a digest leaves out what was read while its channel was away, and waits for quiet hours, too', async () => {
    const channel = await open('email', { mode: 'digest', cron: '* * * * *' })
    rig.mail.troubles.plan({ at: 'sender', reply: '451 4.3.0 later' }, { times: 1 })
    await raise(channel.orgId, { id: 'sig_1' }, { id: 'sig_2' })
    await later(minuteMs)
    await rig.apply(channel.orgId, [register('signal.read', { readAt: at() })])
    const clockTime = (ms: number): string => new Date(rig.clock.ms + ms).toISOString().slice(11, 16)
    await editRule(rig.database, {
      ruleId: channel.ruleId,
      definition: ruleDefinitionSchema.parse({
        channels: 'all',
        mode: 'digest',
        cron: '* * * * *',
        quiet: { from: clockTime(0), to: clockTime(60 * minuteMs) },
      }),
    })
    await later(20_000)
    expect(mailsTo(channel)).toHaveLength(0)
    await later(60 * minuteMs)
    expect(mailsTo(channel)).toHaveLength(1)
    expect(await summary(channel.orgId)).toEqual([
      ['sig_1', 'suppressed', 'read'],
      ['sig_2', 'digested', 'quiet_hours'],
    ])
  })

  test('waits for the end of quiet hours that began meanwhile', async () => {
    const now = new Date(rig.clock.ms)
    const clockTime = (ms: number): string => new Date(now.getTime() + ms).toISOString().slice(11, 16)
    const channel = await open('slack', {
      quiet: { from: clockTime(minuteMs), to: clockTime(60 * minuteMs) },
    })
    await raise(channel.orgId, { id: 'sig_1' })
    await later(2 * minuteMs)
    expect(await summary(channel.orgId)).toEqual([['sig_1', 'pending', 'quiet_hours']])
    await later(60 * minuteMs)
    expect(await summary(channel.orgId)).toEqual([['sig_1', 'digested', 'quiet_hours']])
    expect(postsTo(channel)).toHaveLength(1)
  })
})

describe('digests', () => {
  test('go out by cron, one for each group, and tell each signal once', async () => {
    const channel = await open('email', { mode: 'digest', cron: '0 * * * *', groupBy: 'account' })
    rig.clock.ms = Math.ceil(rig.clock.ms / hourMs) * hourMs + minuteMs
    await raise(
      channel.orgId,
      { id: 'sig_1', accountKey: 'd:a.example' },
      { id: 'sig_2', accountKey: 'd:b.example' },
    )
    await raise(channel.orgId, { id: 'sig_3', accountKey: 'd:a.example' }, { id: 'sig_4' })
    await later(minuteMs)
    expect((await summary(channel.orgId)).every(([, status]) => status === 'pending')).toBe(true)
    rig.clock.ms += hourMs
    await Promise.all([rig.sweep(), rig.sweep(), rig.sweep()])
    await rig.send()
    expect((await summary(channel.orgId)).every(([, status]) => status === 'digested')).toBe(true)
    const mails = rig.mail.mails.filter(({ to }) => to === `${channel.hook}@example.com`)
    const named = mails.map(({ parsed }) => parsed.text?.match(/Title of sig_\d/g)?.sort())
    expect(named.sort((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['Title of sig_1', 'Title of sig_3'],
      ['Title of sig_2'],
      ['Title of sig_4'],
    ])
  })

  test('a post that a digest sent is sent again only a day after the digest', async () => {
    // So far ahead that a day passes first.
    const dueAt = new Date(rig.clock.ms + 48 * hourMs)
    const cron = `0 9 ${dueAt.getUTCDate()} ${dueAt.getUTCMonth() + 1} *`
    const channel = await open('email', { mode: 'digest', cron })
    const dedupeKey = `post-${channel.orgId}`
    await raise(channel.orgId, { id: 'sig_1', dedupeKey })
    rig.clock.ms += 25 * hourMs
    await raise(channel.orgId, { id: 'sig_waiting', dedupeKey })
    while ((await summary(channel.orgId)).some(([, status]) => status === 'pending')) await later(12 * hourMs)
    rig.clock.ms += hourMs
    await raise(channel.orgId, { id: 'sig_2', dedupeKey })
    rig.clock.ms += 25 * hourMs
    await raise(channel.orgId, { id: 'sig_3', dedupeKey })
    expect(await summary(channel.orgId)).toEqual([
      ['sig_1', 'digested', null],
      ['sig_waiting', 'suppressed', 'same_post'],
      ['sig_2', 'suppressed', 'same_post'],
      ['sig_3', 'pending', null],
    ])
  })

  test('one that loses all its signals meanwhile is not sent', async () => {
    const channel = await open('email', { mode: 'digest', cron: '0 * * * *' })
    await raise(channel.orgId, { id: 'sig_1' })
    await rig.apply(channel.orgId, [
      {
        id: 'evt_read',
        type: 'signal.read',
        occurredAt: instantOf(rig.clock.ms),
        data: { signalId: 'sig_1', readAt: instantOf(rig.clock.ms) },
      },
    ])
    await later(hourMs)
    expect(await summary(channel.orgId)).toEqual([['sig_1', 'suppressed', 'read']])
    expect(mailsTo(channel)).toHaveLength(0)
  })

  test('a throttle lets so many through and tells the rest together when its window ends', async () => {
    const channel = await open('email', { throttle: { count: 2, windowMs: hourMs } })
    for (let index = 1; index <= 6; index += 1) {
      await raise(channel.orgId, { id: `sig_${index}` })
      await later(minuteMs)
    }
    expect(mailsTo(channel)).toHaveLength(2)
    await later(hourMs)
    expect(await summary(channel.orgId)).toEqual([
      ['sig_1', 'sent', null],
      ['sig_2', 'sent', null],
      ...[3, 4, 5, 6].map((index) => [`sig_${index}`, 'digested', 'throttle']),
    ])
    expect(mailsTo(channel)).toHaveLength(3)
  })
})
