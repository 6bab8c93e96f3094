import { listMessages, replayMessage } from '@signalpost/database/dispatches'
import { setMembership } from '@signalpost/database/people'
import { createWarehouse } from '@signalpost/database/warehouses'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openTroubleCases } from '../test-support/open-trouble-cases.ts'

const { rig, open, raise, later, postsTo, requestsTo, endTroubles, ...troubles } = await openTroubleCases()
const { openWithFallback, setState, reportLater, addPerson, mailsOf } = troubles
const minuteMs = 60_000
const hourMs = 60 * minuteMs

beforeEach(endTroubles)
afterAll(rig.close)

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
