import { updateWorkspace } from '@signalpost/database/access'
import { listMessages } from '@signalpost/database/dispatches'
import { setChannelPause, suppressAddress } from '@signalpost/database/rules'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openTroubleCases } from '../test-support/open-trouble-cases.ts'

const cases = await openTroubleCases()
const { rig, open, endTroubles, openWithFallback, setState, reportLater, addPerson, mailsOf } = cases
const minuteMs = 60_000
const hourMs = 60 * minuteMs

beforeEach(endTroubles)
afterAll(rig.close)

describe('with a fall-back channel that does not take the report', () => {
  const pause = ({ orgId, fallbackId }: { orgId: string; fallbackId: string }, until: number | null) =>
    setChannelPause(rig.database, {
      ...{ channelId: fallbackId, orgId, nowMs: rig.clock.ms },
      until: until === null ? null : new Date(until),
    })
  const subjectsTo = (admin: { email: string }) => mailsOf(admin).map(({ parsed }) => parsed.subject)
  const isFailing = 'The channel “slack” is failing'

  async function openWithMails(...to: string[]) {
    const slack = await open('slack')
    const fallbackId = await rig.addChannel(slack.orgId, { kind: 'email', to })
    await updateWorkspace(rig.database, slack.orgId, { fallbackChannelId: fallbackId })
    return { ...slack, fallbackId, admin: await addPerson(slack.orgId, 'admin') }
  }
  async function fail(channelId: string): Promise<void> {
    await setState(channelId, 'degraded', 'http_500')
    await rig.report()
    await reportLater(minuteMs, 3)
    await reportLater(minuteMs, 3)
  }

  test('mails the admins once if the receiver is gone', async () => {
    const { orgId, channelId } = await openWithFallback()
    const admin = await addPerson(orgId, 'admin')
    rig.webhook.troubles.plan({ status: 410 }, { times: 1 })
    await fail(channelId)
    await reportLater(hourMs, 3)
    expect(subjectsTo(admin)).toHaveLength(2)
    expect(new Set(subjectsTo(admin))).toEqual(new Set([isFailing, 'The channel “webhook” was disabled']))
  })

  test('mails the admins if every address is suppressed or refused, and not if one is reached', async () => {
    const { orgId, channelId, fallbackId, admin } = await openWithMails('gone@example.com')
    await suppressAddress(rig.database, {
      ...{ orgId, channelId: fallbackId, address: 'gone@example.com', reason: 'unsubscribed', until: null },
    })
    await fail(channelId)
    expect(subjectsTo(admin)).toEqual([isFailing])

    const refusing = await openWithMails('bounces@example.com')
    const reply = '550 5.1.1 no such user'
    rig.mail.troubles.plan({ at: 'recipient', reply }, { times: 1, only: 'bounces@example.com' })
    await fail(refusing.channelId)
    expect(subjectsTo(refusing.admin)).toEqual([isFailing])

    const reached = await openWithMails('bounces@example.com', 'here@example.com')
    rig.mail.troubles.plan({ at: 'recipient', reply }, { times: 1, only: 'bounces@example.com' })
    await fail(reached.channelId)
    expect(subjectsTo(reached.admin)).toEqual([])
  })

  test('mails the admins at once if a person paused it or disabled it, and sends nothing when that ends', async () => {
    const paused = await openWithFallback()
    const admin = await addPerson(paused.orgId, 'admin')
    await pause(paused, rig.clock.ms + 24 * hourMs)
    await fail(paused.channelId)
    expect(subjectsTo(admin)).toEqual([isFailing])

    // Paused only when the report waits for its second try.
    const later = await openWithFallback()
    const other = await addPerson(later.orgId, 'admin')
    rig.webhook.troubles.plan({ status: 500 }, { times: 1 })
    await setState(later.channelId, 'degraded', 'http_500')
    await reportLater(minuteMs)
    await pause(later, rig.clock.ms + 24 * hourMs)
    await reportLater(minuteMs, 3)
    expect(subjectsTo(other)).toEqual([isFailing])
    await pause(later, null)
    await reportLater(hourMs)
    expect(later.heard()).toHaveLength(1)
    const page = { orgId: later.orgId, channelId: later.fallbackId }
    expect((await listMessages(rig.database, page, { limit: 10 })).items).toMatchObject([
      { status: 'suppressed', reason: 'mailed_to_admins' },
    ])
    await setState(later.fallbackId, 'disabled', 'disabled by an operator')
    await setState(later.channelId, 'active', null)
    await rig.report()
    await reportLater(5 * minuteMs)
    expect(subjectsTo(other)).toEqual([isFailing, 'The channel “slack” works again'])
  })

  test('mails the admins if it fails itself for so long that it is degraded', async () => {
    const { orgId, channelId, fallbackId, heard } = await openWithFallback()
    const admin = await addPerson(orgId, 'admin')
    rig.webhook.troubles.plan({ status: 500 }, { times: 1_000 })
    await fail(channelId)
    expect(subjectsTo(admin)).toEqual([])
    await reportLater(20 * minuteMs)
    await reportLater(minuteMs)
    expect(subjectsTo(admin)).toHaveLength(2)
    expect(new Set(subjectsTo(admin))).toEqual(new Set([isFailing, 'The channel “webhook” is failing']))
    rig.webhook.troubles.clear()
    const before = heard().length
    await reportLater(hourMs)
    expect(heard()).toHaveLength(before)
    expect(
      (await listMessages(rig.database, { orgId, channelId: fallbackId }, { limit: 10 })).items,
    ).toMatchObject([{ status: 'suppressed', reason: 'mailed_to_admins' }])
  })

  test('leaves the report with the channel while no admin can be mailed', async () => {
    const paused = await openWithFallback()
    rig.webhook.troubles.plan({ status: 500 }, { times: 1 })
    await fail(paused.channelId)
    await pause(paused, rig.clock.ms + hourMs)
    await reportLater(minuteMs)
    await pause(paused, null)
    await reportLater(minuteMs)
    expect(paused.heard()).toHaveLength(2)
    const { rows } = await sql`select from handed_reports where org_id = ${paused.orgId}`.execute(
      rig.database,
    )
    expect(rows).toEqual([])
  })
})
