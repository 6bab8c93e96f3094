import { updateWorkspace } from '@signalpost/database/access'
import { listMessages, replayMessage } from '@signalpost/database/dispatches'
import { createPerson, setMembership } from '@signalpost/database/people'
import { setChannelPause, suppressAddress } from '@signalpost/database/rules'
import { createWarehouse } from '@signalpost/database/warehouses'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openAlertCases } from '../test-support/open-alert-cases.ts'

const { rig, open, raise, later, postsTo, requestsTo, endTroubles } = await openAlertCases()
const minuteMs = 60_000
const hourMs = 60 * minuteMs

beforeEach(endTroubles)
afterAll(rig.close)

/** A workspace with a webhook that is its fall-back channel, and a channel in Slack. */
async function openWithFallback() {
  const slack = await open('slack')
  const path = `/fallback-${slack.hook}`
  const channelId = await rig.addChannel(slack.orgId, { kind: 'webhook', path })
  await updateWorkspace(rig.database, slack.orgId, { fallbackChannelId: channelId })
  const heard = () =>
    rig.webhook.requests
      .filter((request) => request.path === path)
      .map(({ body }): Heard => JSON.parse(body.toString()))
      .filter(({ type }) => type.startsWith('workspace.'))
  return { ...slack, fallbackId: channelId, heard }
}

type Heard = { id: string; type: string; orgId: string; data: Record<string, unknown> }

async function setState(channelId: string, state: string, reason: string | null): Promise<void> {
  const since = new Date(rig.clock.ms)
  await sql`update channels set state = ${state}, reason = ${reason} where channel_id = ${channelId}`.execute(
    rig.database,
  )
  await sql`update channels set state_since = ${since} where channel_id = ${channelId}`.execute(rig.database)
  // As the breaker of a degraded channel is.
  await sql`update channel_health set breaker_openings = ${state === 'degraded' ? 1 : 0}
    where channel_id = ${channelId}`.execute(rig.database)
}

async function reportLater(ms: number, workers = 1): Promise<void> {
  rig.clock.ms += ms
  await rig.report(workers)
}

async function addPerson(
  orgId: string,
  role: 'admin' | 'member',
): Promise<{ email: string; personId: string }> {
  const email = `${role}-${orgId}@example.com`
  const nowMs = rig.clock.ms
  return rig.database.transaction().execute(async (transaction) => {
    const { personId } = await createPerson(transaction, { email, name: null, isOperator: false, nowMs })
    await setMembership(transaction, { orgId, personId, role, nowMs })
    return { email, personId }
  })
}

const mailsOf = ({ email }: { email: string }) => rig.mail.mails.filter(({ to }) => to === email)

describe('with a fall-back channel', () => {
  test('reports a failing channel once, however many workers look, and once that it works again', async () => {
    const { orgId, channelId, heard } = await openWithFallback()
    await setState(channelId, 'degraded', 'http_500')
    await rig.report(3)
    expect(heard()).toEqual([])
    await reportLater(30_000, 3)
    await reportLater(minuteMs, 3)
    expect(heard()).toMatchObject([
      {
        ...{ type: 'workspace.trouble', orgId },
        data: { kind: 'channel_degraded', subjectId: channelId, name: 'slack', reason: 'http_500' },
      },
    ])
    await setState(channelId, 'active', null)
    await reportLater(minuteMs, 3)
    expect(heard()).toHaveLength(1)
    await reportLater(5 * minuteMs, 3)
    await reportLater(hourMs, 3)
    expect(heard().map(({ type }) => type)).toEqual(['workspace.trouble', 'workspace.trouble_over'])
  })

  test('says nothing of a blip, and sees one trouble in a channel that comes and goes', async () => {
    const { channelId, heard } = await openWithFallback()
    await setState(channelId, 'degraded', 'http_500')
    await reportLater(10_000)
    await setState(channelId, 'active', null)
    for (let minute = 0; minute < 10; minute += 1) await reportLater(minuteMs)
    expect(heard()).toEqual([])
    for (let round = 0; round < 3; round += 1) {
      await setState(channelId, 'degraded', 'http_500')
      await reportLater(minuteMs)
      await reportLater(minuteMs)
      await setState(channelId, 'active', null)
      await reportLater(minuteMs)
    }
    expect(heard()).toHaveLength(1)
  })

  test('reports a channel that was given up, and does not say that it works again', async () => {
    const { channelId, heard } = await openWithFallback()
    await setState(channelId, 'degraded', 'invalid_auth')
    await rig.report()
    await reportLater(minuteMs)
    await setState(channelId, 'disabled', 'invalid_auth')
    await rig.report()
    for (let round = 0; round < 10; round += 1) await reportLater(minuteMs)
    expect(heard().map(({ data }) => data.kind)).toEqual(['channel_degraded', 'channel_disabled'])
  })

  test('says nothing of a channel that a person disabled', async () => {
    const { channelId, heard } = await openWithFallback()
    await setState(channelId, 'disabled', 'disabled by an operator')
    await rig.report()
    await reportLater(hourMs)
    expect(heard()).toEqual([])
  })

  test('reports alerts that expired once, with their number, and not again within an hour', async () => {
    const slack = await openWithFallback()
    const expire = async (...ids: string[]) => {
      rig.slack.troubles.plan({ status: 500 }, { times: 1_000 })
      await raise(slack.orgId, ...ids.map((id) => ({ id })))
      for (let round = 0; round < 7; round += 1) await later(30 * minuteMs)
    }
    await expire('sig_1', 'sig_2')
    await reportLater(minuteMs)
    const expired = () => slack.heard().filter(({ data }) => data.kind === 'alerts_expired')
    expect(expired()).toMatchObject([{ data: { subjectId: slack.channelId, count: 2 } }])
    await reportLater(30 * minuteMs)
    expect(expired()).toHaveLength(1)
    expect(postsTo(slack)).toEqual([])
  })

  async function addWarehouse(orgId: string) {
    const { warehouseId } = await createWarehouse(rig.database, rig.dependencies.secretBox, {
      ...{ orgId, kind: 'duckdb', name: 'BI', settings: {}, location: orgId, secrets: {} },
      ...{ intervalMs: 20_000, excludesPersonal: false, hasBounds: false },
    })
    const set = (columns: RawBuilder<unknown>) =>
      sql`update warehouses set ${columns} where warehouse_id = ${warehouseId}`.execute(rig.database)
    const syncedAt = (ms: number) => set(sql`last_sync_at = ${new Date(ms)}`)
    return { warehouseId, set, syncedAt }
  }

  test('reports a warehouse that fails, and that it is in sync again', async () => {
    const { orgId, heard } = await openWithFallback()
    const { warehouseId, set } = await addWarehouse(orgId)
    await set(sql`failing_since = ${new Date(rig.clock.ms)}, last_error = 'The disk is full.'`)
    await rig.report()
    await reportLater(minuteMs)
    await set(sql`failing_since = null, last_error = null`)
    await rig.report()
    await reportLater(5 * minuteMs)
    expect(heard()).toMatchObject([
      { type: 'workspace.trouble', data: { kind: 'warehouse_degraded', reason: 'The disk is full.' } },
      { type: 'workspace.trouble_over', data: { subjectId: warehouseId } },
    ])
  })

  test('reports a warehouse whose syncs do not end, and that it is in sync again', async () => {
    const { orgId, heard } = await openWithFallback()
    const { syncedAt } = await addWarehouse(orgId)
    await syncedAt(rig.clock.ms)
    await reportLater(15 * minuteMs)
    await reportLater(minuteMs)
    expect(heard()).toEqual([])
    await reportLater(minuteMs)
    await reportLater(minuteMs)
    await syncedAt(rig.clock.ms)
    await rig.report()
    await syncedAt(rig.clock.ms + 5 * minuteMs)
    await reportLater(5 * minuteMs)
    expect(heard()).toMatchObject([
      {
        type: 'workspace.trouble',
        data: { kind: 'warehouse_behind', heading: 'The warehouse “BI” is behind' },
      },
      { type: 'workspace.trouble_over', data: { heading: 'The warehouse “BI” is in sync again' } },
    ])
  })

  test('does not call a warehouse behind that is filled for the first time, paused or failing', async () => {
    const { orgId, heard } = await openWithFallback()
    const { set, syncedAt } = await addWarehouse(orgId)
    await reportLater(hourMs)
    await reportLater(minuteMs)
    await syncedAt(rig.clock.ms - hourMs)
    await set(sql`is_paused = true`)
    await rig.report()
    await reportLater(minuteMs)
    expect(heard()).toEqual([])
    await set(sql`is_paused = false, failing_since = ${new Date(rig.clock.ms - hourMs)}`)
    await rig.report()
    expect(heard()).toMatchObject([{ data: { kind: 'warehouse_degraded' } }])
  })

  test('reports a warehouse that differs, and that it was repaired', async () => {
    const { orgId, heard } = await openWithFallback()
    const { set } = await addWarehouse(orgId)
    await set(sql`differing_rows = 3, verified_at = ${new Date(rig.clock.ms - minuteMs)}`)
    await rig.report()
    await set(sql`differing_rows = 0`)
    await reportLater(minuteMs)
    await reportLater(5 * minuteMs)
    expect(heard()).toMatchObject([
      {
        type: 'workspace.trouble',
        data: { kind: 'warehouse_differs', reason: '3 rows differ from what Signalpost holds.' },
      },
      {
        type: 'workspace.trouble_over',
        data: { heading: 'The warehouse “BI” holds what Signalpost does again' },
      },
    ])
  })

  test('is listed, retried and replayed like any message', async () => {
    const { orgId, channelId, fallbackId, heard } = await openWithFallback()
    rig.webhook.troubles.plan({ status: 500 }, { times: 1 })
    await setState(channelId, 'degraded', 'http_500')
    await rig.report()
    await reportLater(minuteMs)
    await later(minuteMs)
    const { items } = await listMessages(rig.database, { orgId, channelId: fallbackId }, { limit: 10 })
    expect(items).toMatchObject([
      { kind: 'notice', status: 'sent', attempts: 2, eventType: 'workspace.trouble' },
    ])
    const [message] = items
    await rig.database
      .transaction()
      .execute((transaction) =>
        replayMessage(transaction, { messageId: message?.messageId ?? '', orgId, nowMs: rig.clock.ms }),
      )
    await later(minuteMs)
    expect(heard()).toHaveLength(3)
    expect(new Set(heard().map(({ id }) => id)).size).toBe(1)
  })
})

describe('without a fall-back channel', () => {
  test('mails the admins alone, with a link to the channel', async () => {
    const { orgId, channelId } = await open('slack')
    const admin = await addPerson(orgId, 'admin')
    const member = await addPerson(orgId, 'member')
    await setState(channelId, 'degraded', 'http_500')
    await rig.report(3)
    await reportLater(minuteMs, 3)
    await reportLater(minuteMs, 3)
    expect(mailsOf(member)).toEqual([])
    const [mail, ...others] = mailsOf(admin)
    expect(others).toEqual([])
    expect(mail?.parsed.subject).toBe('The channel “slack” is failing')
    expect(mail?.parsed.text).toContain(`https://console.example/w/${orgId}/channels/${channelId}`)
  })

  test('tries a mail again with the same id, and forgets a person who is no admin any more', async () => {
    const { orgId, channelId } = await open('slack')
    const admin = await addPerson(orgId, 'admin')
    rig.mail.troubles.plan('answer_lost', { times: 1, only: admin.email })
    await setState(channelId, 'degraded', 'http_500')
    await rig.report()
    await reportLater(minuteMs)
    await reportLater(minuteMs)
    const ids = mailsOf(admin).map(({ parsed }) => parsed.messageId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    rig.mail.troubles.plan({ at: 'recipient', reply: '451 4.3.0 later' }, { times: 1, only: admin.email })
    await setState(channelId, 'active', null)
    await reportLater(minuteMs)
    await reportLater(5 * minuteMs)
    await rig.database
      .transaction()
      .execute((transaction) =>
        setMembership(transaction, { orgId, personId: admin.personId, role: 'member', nowMs: rig.clock.ms }),
      )
    await reportLater(hourMs)
    expect(mailsOf(admin)).toHaveLength(2)
    const { rows } = await sql`select from notice_mails where org_id = ${orgId}`.execute(rig.database)
    expect(rows).toEqual([])
  })

  test('mails the admins if the fall-back channel is itself what fails', async () => {
    const { orgId, fallbackId, heard } = await openWithFallback()
    const admin = await addPerson(orgId, 'admin')
    await setState(fallbackId, 'degraded', 'http_500')
    await rig.report()
    await reportLater(minuteMs)
    expect(heard()).toEqual([])
    expect(mailsOf(admin)).toHaveLength(1)
  })
})

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
    expect(subjectsTo(admin).sort()).toEqual([isFailing, 'The channel “webhook” was disabled'])
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
    expect(subjectsTo(admin).sort()).toEqual([isFailing, 'The channel “webhook” is failing'])
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

test('keeps the troubles of workspaces apart', async () => {
  const one = await openWithFallback()
  const other = await openWithFallback()
  await setState(one.channelId, 'degraded', 'http_500')
  await rig.report()
  await reportLater(minuteMs)
  expect(one.heard()).toHaveLength(1)
  expect(other.heard()).toEqual([])
  expect(requestsTo(one)).toEqual([])
})
