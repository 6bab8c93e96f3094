import { measureDispatching } from '@signalpost/database/dispatches'
import { deleteSignal } from '@signalpost/database/records'
import { createSilence, setChannelEnabled } from '@signalpost/database/rules'
import { eventKinds, instantOf } from '@signalpost/domain'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAlertMetrics } from '../alert-metrics.ts'
import { type AlertRig, openAlertRig } from '../test-support/open-alert-rig.ts'

let rig: AlertRig

beforeAll(async () => {
  rig = await openAlertRig()
})

afterAll(() => rig.close())

function verdicts(alerts: Awaited<ReturnType<AlertRig['alerts']>>) {
  return alerts.map(({ signalId, status, reason }) => [signalId, status, reason])
}

test('tells a signal that meets a rule, once, and says when it was alerted', async () => {
  const { orgId } = await rig.workspace()
  const channelId = await rig.addChannel(orgId, { kind: 'slack', name: 'first' })
  const ruleId = await rig.addRule(orgId, { conditions: { minUrgency: 'high' } })
  const urgent = rig.signal(orgId, { id: 'sig_1', urgency: 'immediate', title: 'We need help now' })
  await rig.apply(orgId, [rig.created(urgent), rig.created(rig.signal(orgId, { urgency: 'low' }))])
  await rig.evaluate()
  await rig.send()
  expect(await rig.alerts(orgId)).toMatchObject([
    {
      signalId: 'sig_1',
      ruleId,
      channelId,
      status: 'sent',
      reason: null,
      attempts: [{ outcome: 'sent', httpStatus: 200 }],
    },
  ])
  const messages = rig.slack.messages.filter(({ channel }) => channel === 'first')
  expect(messages).toHaveLength(1)
  expect(JSON.stringify(messages[0])).toContain('We need help now')
  const { rows } = await sql`select alerted_at from signal_registers where org_id = ${orgId}`.execute(
    rig.database,
  )
  expect(rows).toEqual([{ alerted_at: expect.any(Date) }])
})

test('a repeated event and a changed document raise no second alert', async () => {
  const { orgId } = await rig.workspace()
  await rig.addChannel(orgId, { kind: 'slack', name: 'once' })
  await rig.addRule(orgId, { backfill: true })
  const signal = rig.signal(orgId, { id: 'sig_1' })
  await rig.apply(orgId, [rig.created(signal)])
  await rig.evaluate()
  await rig.send()
  await rig.apply(orgId, [rig.created(signal), rig.created(signal, 'evt_other')])
  await rig.apply(orgId, [
    { ...rig.created({ ...signal, title: 'Changed' }, 'evt_later'), type: 'signal.updated' },
  ])
  await rig.apply(orgId, [rig.created(signal)])
  await rig.evaluate()
  await rig.send()
  expect(await rig.alerts(orgId)).toMatchObject([{ status: 'sent', attempts: [{ outcome: 'sent' }] }])
  expect(rig.slack.messages.filter(({ channel }) => channel === 'once')).toHaveLength(1)
})

test('keeps a row with the reason for each signal that met a rule and is not sent', async () => {
  const { orgId } = await rig.workspace()
  const channelId = await rig.addChannel(orgId, { kind: 'slack', name: 'reasons' })
  const off = await rig.addChannel(orgId, { kind: 'slack', name: 'off' })
  await setChannelEnabled(rig.database, { channelId: off, orgId, enabled: false, reason: null })
  await rig.addRule(orgId, { channels: [channelId], conditions: { platforms: ['reddit'] } })
  await rig.addRule(orgId, { channels: [off] })
  await createSilence(rig.database, {
    orgId,
    conditions: { accountKey: 'd:muted.example' },
    reason: null,
    until: new Date(rig.clock.ms + 86_400_000 * 2),
  })
  const before = instantOf(rig.clock.ms - 3_600_000)
  const signals = [
    rig.signal(orgId, { id: 'sig_old', firstSeenAt: instantOf(rig.clock.ms - 25 * 3_600_000) }),
    rig.signal(orgId, { id: 'sig_alerted', alertedAt: before }),
    rig.signal(orgId, { id: 'sig_muted', accountKey: 'd:muted.example' }),
    rig.signal(orgId, { id: 'sig_read', readAt: before }),
    rig.signal(orgId, { id: 'sig_taken', assignedTo: { userId: 'usr_1', at: before, by: 'usr_1' } }),
    rig.signal(orgId, { id: 'sig_post', dedupeKey: 'post' }),
    rig.signal(orgId, { id: 'sig_post_again', dedupeKey: 'post' }),
    rig.signal(orgId, { id: 'sig_x', source: 'x' }),
  ]
  for (const signal of signals) await rig.apply(orgId, [rig.created(signal)])
  await rig.evaluate()
  await rig.send()
  expect(verdicts(await rig.alerts(orgId))).toEqual([
    ['sig_old', 'suppressed', 'too_old'],
    ['sig_alerted', 'suppressed', 'already_alerted'],
    ['sig_muted', 'suppressed', 'silenced'],
    ['sig_read', 'suppressed', 'read'],
    ['sig_taken', 'suppressed', 'assigned'],
    ['sig_post', 'sent', null],
    ['sig_post_again', 'suppressed', 'same_post'],
    ['sig_x', 'suppressed', 'channel_disabled'],
  ])
})

test('tells a document that changed so that it newly meets a rule, and nothing for registers or new rules', async () => {
  const { orgId } = await rig.workspace()
  const channelId = await rig.addChannel(orgId, { kind: 'slack', name: 'changes' })
  const byUrgency = await rig.addRule(orgId, { conditions: { minUrgency: 'high' }, continue: true })
  const signal = rig.signal(orgId, { id: 'sig_1', urgency: 'low' })
  await rig.apply(orgId, [rig.created(signal)])
  await rig.evaluate()
  await rig.addRule(orgId, {})
  await rig.addRule(orgId, { conditions: { assigned: true }, continue: true })
  await rig.apply(orgId, [
    {
      id: 'evt_assigned',
      type: 'signal.assigned',
      occurredAt: instantOf(rig.clock.ms),
      data: { signalId: 'sig_1', assignedTo: { userId: 'u', at: instantOf(rig.clock.ms), by: 'u' } },
    },
    {
      id: 'evt_unassigned',
      type: 'signal.assigned',
      occurredAt: instantOf(rig.clock.ms + 1),
      data: { signalId: 'sig_1', assignedTo: null },
    },
  ])
  await rig.evaluate()
  expect(await rig.alerts(orgId)).toEqual([])
  rig.clock.ms += 1_000
  await rig.apply(orgId, [
    { ...rig.created({ ...signal, urgency: 'high' }, 'evt_2'), type: 'signal.updated' },
  ])
  await rig.evaluate()
  expect(await rig.alerts(orgId)).toMatchObject([{ ruleId: byUrgency, channelId, status: 'pending' }])
  for (const [index, urgency] of (['low', 'high'] as const).entries()) {
    rig.clock.ms += 1_000
    const event = rig.created({ ...signal, urgency }, `evt_again_${index}`)
    await rig.apply(orgId, [{ ...event, type: 'signal.updated' }])
  }
  await rig.evaluate()
  expect(await rig.alerts(orgId)).toHaveLength(1)
  const { rows } = await sql`select from pending_changes where org_id = ${orgId}`.execute(rig.database)
  expect(rows).toEqual([])
})

test('misses no change, whatever the order of commits, and no two evaluators take one', async () => {
  const { orgId } = await rig.workspace()
  await rig.addChannel(orgId, { kind: 'slack', name: 'late' })
  await rig.addRule(orgId)
  const late = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const slow = rig.database.transaction().execute(async (transaction) => {
    await sql`
      insert into pending_changes (org_id, record, record_id, change, document, stored_at, caused_at, changed_at)
      values (${orgId}, 'signal', 'sig_late', 'created', ${JSON.stringify(rig.signal(orgId, { id: 'sig_late' }))},
              ${new Date(rig.clock.ms)}, now(), now())`.execute(transaction)
    written.resolve()
    await late.promise
  })
  await written.promise
  const events = Array.from({ length: 30 }, () => rig.created(rig.signal(orgId)))
  for (const event of events) await rig.apply(orgId, [event])
  const counts = await Promise.all([rig.evaluate(), rig.evaluate(), rig.evaluate()])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30)
  late.resolve()
  await slow
  expect(await rig.evaluate()).toBe(1)
  expect(await rig.alerts(orgId)).toHaveLength(31)
  expect((await rig.alerts(orgId)).at(-1)?.signalId).toBe('sig_late')
})

test('sets aside a change that cannot be evaluated, and evaluates its neighbours', async () => {
  const { orgId } = await rig.workspace()
  await rig.addChannel(orgId, { kind: 'slack', name: 'poison' })
  await rig.addRule(orgId)
  await rig.apply(orgId, [rig.created(rig.signal(orgId, { id: 'sig_1' }))])
  await sql`
    insert into pending_changes (org_id, record, record_id, change, document, stored_at, caused_at, changed_at)
    values (${orgId}, 'signal', 'sig_poison', 'created', '{}', now(), now(), now())`.execute(rig.database)
  await rig.apply(orgId, [rig.created(rig.signal(orgId, { id: 'sig_2' }))])
  await rig.evaluate()
  expect((await rig.alerts(orgId)).map(({ signalId }) => signalId)).toEqual(['sig_1', 'sig_2'])
  const { rows } = await sql`select record_id, error from pending_changes where org_id = ${orgId}`.execute(
    rig.database,
  )
  expect(rows).toEqual([{ record_id: 'sig_poison', error: expect.any(String) }])
  const registry = new Registry()
  createAlertMetrics(registry).showDispatching(await measureDispatching(rig.database, rig.clock.ms))
  expect(await registry.metrics()).toMatch(/^signalpost_changes_set_aside 1$/m)
  await rig.apply(orgId, [rig.created(rig.signal(orgId, { id: 'sig_poison' }))])
  await deleteSignal(rig.database, { orgId, signalId: 'sig_poison', nowMs: rig.clock.ms + 1_000 })
  await rig.evaluate()
  const kept = await sql`select document from pending_changes where org_id = ${orgId}`.execute(rig.database)
  expect(kept.rows).toEqual([{ document: null }])
  await sql`delete from pending_changes where org_id = ${orgId}`.execute(rig.database)
})

test('a workspace without channels leaves nothing to evaluate', async () => {
  const { orgId } = await rig.workspace()
  await rig.addRule(orgId)
  await rig.apply(orgId, [rig.created(rig.signal(orgId))])
  expect(await rig.evaluate()).toBe(0)
  await rig.addChannel(orgId, { kind: 'slack' })
  expect(await rig.evaluate()).toBe(0)
  expect(await rig.alerts(orgId)).toEqual([])
})

describe('events for webhooks', () => {
  const isOf = (orgId: string) => (request: { events: Record<string, unknown>[] }) =>
    request.events.some((event) => event.orgId === orgId)

  test('one for each change of stored state, with the record as it was right after it', async () => {
    const { orgId } = await rig.workspace()
    await rig.addChannel(orgId, { kind: 'webhook', events: ['*'] })
    const beganMs = rig.clock.ms
    const at = (seconds: number): string => instantOf(beganMs + seconds * 1_000)
    const signal = rig.signal(orgId, { id: 'sig_1' })
    const event = (id: string, type: string, second: number, data: Record<string, unknown>) => ({
      id,
      type,
      occurredAt: at(second),
      data,
    })
    const listener = { id: 'lst_1', name: 'One', mode: 'market', objective: 'Find buyers' }
    const deal = { id: 'deal_1', name: 'Deal', stage: 'new' }
    const assignedTo = { userId: 'usr_1', at: at(4), by: 'usr_1' }
    const steps = [
      event('1', 'signal.created', 1, { signal }),
      event('2', 'signal.updated', 2, { signal }),
      event('3', 'signal.updated', 3, { signal: { ...signal, title: 'Second' } }),
      event('4', 'signal.assigned', 4, { signalId: 'sig_1', assignedTo }),
      event('5', 'signal.read', 5, { signalId: 'sig_1', readAt: at(5) }),
      event('6', 'signal.read', 6, { signalId: 'sig_1', readAt: at(6) }),
      event('7', 'signal.feedback', 7, { signalId: 'sig_1', feedback: { verdict: 'good', at: at(7) } }),
      event('8', 'signal.feedback', 8, { signalId: 'sig_1', feedback: null }),
      event('9', 'listener.created', 9, { listener }),
      event('10', 'deal.created', 10, { deal }),
      event('11', 'deal.updated', 11, { deal: { ...deal, stage: 'won' } }),
      event('12', 'signal.deleted', 12, { signalId: 'sig_1' }),
      event('13', 'deal.deleted', 13, { dealId: 'deal_1' }),
      event('14', 'listener.deleted', 14, { listenerId: 'lst_1' }),
    ]
    for (const step of steps) {
      await rig.apply(orgId, [step])
      if (step.id === '11') await rig.evaluate()
      if (step.id === '11') await rig.send()
    }
    await rig.evaluate()
    await rig.send()
    const events = rig.webhook.requests.filter(isOf(orgId)).flatMap((request) => request.events)
    const sorted = events.sort((a, b) => (String(a.occurredAt) < String(b.occurredAt) ? -1 : 1))
    expect(sorted.map(({ type, data }) => [type, summaryOf(data)])).toEqual([
      ['signal.created', signal.title],
      ['signal.updated', 'Second'],
      ['signal.assigned', assignedTo],
      ['signal.read', at(5)],
      ['signal.feedback', { verdict: 'good', at: at(7) }],
      ['signal.feedback', null],
      ['listener.created', 'One'],
      ['deal.created', 'new'],
      ['deal.updated', 'won'],
      ['signal.deleted', 'sig_1'],
      ['deal.deleted', 'deal_1'],
      ['listener.deleted', 'lst_1'],
    ])
    for (const { type, data } of events) {
      const kind = eventKinds.find((each) => each.type === type)
      expect(kind?.sent.safeParse(data).error, String(type)).toBeUndefined()
      expect(kind?.data.safeParse(data).error, String(type)).toBeUndefined()
    }
    expect(new Set(events.map(({ id }) => id)).size).toBe(12)
    expect(events.every(({ id }) => /^evt_/.test(String(id)))).toBe(true)
  })

  test('only of the types that a channel subscribes to', async () => {
    const { orgId } = await rig.workspace()
    await rig.addChannel(orgId, { kind: 'webhook', events: ['signal.deleted'], path: '/deleted' })
    await rig.addChannel(orgId, {
      kind: 'webhook',
      events: ['signal.created', 'signal.deleted'],
      path: '/both',
    })
    await rig.apply(orgId, [rig.created(rig.signal(orgId, { id: 'sig_1' }))])
    await deleteSignal(rig.database, { orgId, signalId: 'sig_1', nowMs: rig.clock.ms + 1_000 })
    await rig.evaluate()
    await rig.send()
    const sent = rig.webhook.requests
      .filter(isOf(orgId))
      .map(({ path, events }) => `${path} ${String(events[0]?.type)}`)
    expect(sent.sort()).toEqual(['/both signal.deleted', '/deleted signal.deleted'])
    // No message has the text of the deleted signal.
    const { rows } = await sql`
      select from messages where org_id = ${orgId} and event #> '{data,signal}' is not null`.execute(
      rig.database,
    )
    expect(rows).toEqual([])
  })

  test('what receivers answered about a deleted signal is forgotten, of others it is kept', async () => {
    const { orgId } = await rig.workspace()
    await rig.addChannel(orgId, { kind: 'slack', bot: true })
    await rig.addRule(orgId)
    const signals = ['sig_1', 'sig_2', 'sig_3'].map((id) => rig.signal(orgId, { id }))
    for (const apart of [signals.slice(0, 1), signals.slice(1)]) {
      await rig.apply(
        orgId,
        apart.map((signal) => rig.created(signal)),
      )
      await rig.evaluate()
      await rig.send()
    }
    const answers = async () =>
      (await rig.alerts(orgId)).map(({ attempts }) => attempts.map(({ answer }) => answer !== null))
    expect(await answers()).toEqual([[true], [true], [true]])
    await deleteSignal(rig.database, { orgId, signalId: 'sig_3', nowMs: rig.clock.ms })
    await rig.evaluate()
    expect(await answers()).toEqual([[true], [false], [false]])
    await deleteSignal(rig.database, { orgId, signalId: 'sig_1', nowMs: rig.clock.ms })
    await rig.evaluate()
    expect(await answers()).toEqual([[false], [false], [false]])
  })

  test('a rule tells a webhook by alert.raised', async () => {
    const { orgId } = await rig.workspace()
    await rig.addChannel(orgId, { kind: 'webhook' })
    const ruleId = await rig.addRule(orgId)
    await rig.apply(orgId, [rig.created(rig.signal(orgId, { id: 'sig_1' }))])
    await rig.evaluate()
    await rig.send()
    const [request] = rig.webhook.requests.filter(isOf(orgId))
    expect(request?.events).toMatchObject([
      { type: 'alert.raised', data: { ruleId, signal: { id: 'sig_1' } } },
    ])
  })
})

function summaryOf(data: unknown): unknown {
  const { signal, listener, deal, ...rest } = data as Record<string, Record<string, unknown>>
  if (signal !== undefined) return signal.title
  if (listener !== undefined) return listener.name
  if (deal !== undefined) return deal.stage
  const { signalId, ...register } = rest
  const values = Object.values(register)
  return values.length === 0 ? signalId : values[0]
}
