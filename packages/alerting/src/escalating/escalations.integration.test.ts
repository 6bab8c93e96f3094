import { lockEscalating, startRuns } from '@signalpost/database/dispatches'
import { editEscalation, endEscalation, getEscalation } from '@signalpost/database/rules'
import { instantOf, type Signal } from '@signalpost/domain'
import { waitUntil } from '@signalpost/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type AlertCase, openAlertCases } from '../test-support/open-alert-cases.ts'
import { readSteps } from '../test-support/read-steps.ts'

const { rig, open, raise, requestsTo, mailsTo, postsTo, endTroubles } = await openAlertCases()
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const noonMs = rig.clock.ms

beforeEach(() => {
  endTroubles()
  rig.clock.ms = noonMs
})
afterAll(rig.close)

type Members = { steps: { afterMs: number; channelId?: string; personId?: string }[] } & Record<
  string,
  unknown
>

/** Opens a webhook whose rule never matches, with an escalation of three steps to it. */
async function openEscalation(members: Partial<Members> = {}): Promise<AlertCase & { escalationId: string }> {
  const channel = await open('webhook', { conditions: { keywords: ['never'] } })
  const steps = (members.steps ?? [5, 15, 60].map((minutes) => ({ afterMs: minutes * minuteMs }))).map(
    (step) => ({ channelId: channel.channelId, ...step }),
  )
  const escalationId = await rig.addEscalation(channel.orgId, { ...members, steps })
  return { ...channel, escalationId }
}

/** Does what a worker does after this much time has passed. */
async function pass(ms: number): Promise<void> {
  rig.clock.ms += ms
  await rig.evaluate()
  await rig.escalate()
  await rig.sweep()
}

/** The steps that arrived, as `signal round.step`. */
function stepsAt(channel: AlertCase): string[] {
  return requestsTo(channel)
    .flatMap(({ body }) => JSON.parse(body.toString()) as StepEvent | StepEvent[])
    .map(({ data: { signal, escalation } }) => `${signal.id} ${escalation.round}.${escalation.step}`)
}
type StepEvent = { data: { signal: Signal; escalation: { round: number; step: number } } }

const rowsOf = (orgId: string) => readSteps(rig.database, orgId)

async function take(
  orgId: string,
  type: string,
  data: { signalId: string } & Record<string, unknown>,
): Promise<void> {
  const occurredAt = instantOf(rig.clock.ms)
  await rig.apply(orgId, [{ id: `evt_${type}_${data.signalId}`, type, occurredAt, data }])
}

const assign = (orgId: string, signalId: string) =>
  take(orgId, 'signal.assigned', {
    signalId,
    assignedTo: { userId: 'usr_ada', at: instantOf(rig.clock.ms), by: 'usr_ada' },
  })

describe('a signal that no one takes', () => {
  test('gets each step at its time, once', async () => {
    const channel = await openEscalation()
    await raise(channel.orgId, { id: 'sig_1' })
    await pass(5 * minuteMs - 1)
    expect(stepsAt(channel)).toEqual([])
    await pass(1)
    await pass(0)
    expect(stepsAt(channel)).toEqual(['sig_1 1.1'])
    await pass(10 * minuteMs)
    await pass(45 * minuteMs)
    await pass(24 * hourMs)
    expect(stepsAt(channel)).toEqual(['sig_1 1.1', 'sig_1 1.2', 'sig_1 1.3'])
    expect(await rowsOf(channel.orgId)).toEqual(['1.1 sent null', '1.2 sent null', '1.3 sent null'])
  })

  test('gets more rounds', async () => {
    const channel = await openEscalation({ steps: [{ afterMs: minuteMs }], repeat: 2 })
    await raise(channel.orgId, { id: 'sig_1' })
    for (let minute = 0; minute < 5; minute += 1) await pass(minuteMs)
    expect(stepsAt(channel)).toEqual(['sig_1 1.1', 'sig_1 2.1', 'sig_1 3.1'])
  })

  test('gets the steps that workers missed, one after the other', async () => {
    const channel = await openEscalation()
    await raise(channel.orgId, { id: 'sig_1' })
    await pass(2 * hourMs)
    await pass(0)
    await pass(0)
    expect(stepsAt(channel)).toEqual(['sig_1 1.1', 'sig_1 1.2', 'sig_1 1.3'])
  })

  test('gets each step once from any number of workers', async () => {
    const channel = await openEscalation({ steps: [{ afterMs: minuteMs }] })
    await raise(channel.orgId, ...Array.from({ length: 450 }, (_, index) => ({ id: `sig_${index}` })))
    rig.clock.ms += minuteMs
    await Promise.all(Array.from({ length: 4 }, () => rig.escalate()))
    const { rows } = await sql<{ signals: number; messages: number }>`
      select count(distinct signal_id)::integer as signals, count(*)::integer as messages
      from messages where org_id = ${channel.orgId}`.execute(rig.database)
    expect(rows).toEqual([{ signals: 450, messages: 450 }])
    expect(await rowsOf(channel.orgId)).toEqual(Array(450).fill('1.1 pending null'))
    // The tests that follow need not wait for these to arrive.
    await sql`update messages set status = 'suppressed' where org_id = ${channel.orgId}`.execute(rig.database)
  })
})

describe('a signal that someone takes', () => {
  test.each<[string, Record<string, unknown>]>([
    ['signal.assigned', { assignedTo: { userId: 'usr_ada', at: instantOf(noonMs), by: 'usr_ada' } }],
    ['signal.read', { readAt: instantOf(noonMs) }],
    ['signal.feedback', { feedback: { verdict: 'bad', at: instantOf(noonMs) } }],
    ['signal.acknowledged', { acknowledgedAt: instantOf(noonMs), by: 'usr_ada' }],
  ])('by %s gets no more steps, and a row says so for each', async (type, data) => {
    const channel = await openEscalation({ unless: ['assigned', 'read', 'verdict', 'acknowledged'] })
    await raise(channel.orgId, { id: 'sig_1' })
    await pass(5 * minuteMs)
    await take(channel.orgId, type, { signalId: 'sig_1', ...data })
    await pass(1)
    expect(await rowsOf(channel.orgId)).toEqual([
      '1.1 sent null',
      '1.2 suppressed taken',
      '1.3 suppressed taken',
    ])
    await pass(2 * hourMs)
    expect(stepsAt(channel)).toEqual(['sig_1 1.1'])
  })

  test('only by what the escalation names', async () => {
    const channel = await openEscalation()
    await raise(channel.orgId, { id: 'sig_1' })
    await take(channel.orgId, 'signal.read', { signalId: 'sig_1', readAt: instantOf(rig.clock.ms) })
    await pass(5 * minuteMs)
    expect(stepsAt(channel)).toEqual(['sig_1 1.1'])
  })

  test('gets no step that is under way, nor one whose worker has not heard of it', async () => {
    const channel = await openEscalation()
    await raise(channel.orgId, { id: 'sig_1' }, { id: 'sig_2' })
    rig.clock.ms += 5 * minuteMs
    await rig.escalate()
    await assign(channel.orgId, 'sig_1')
    await rig.sweep()
    expect(stepsAt(channel)).toEqual(['sig_2 1.1'])
    await assign(channel.orgId, 'sig_2')
    rig.clock.ms += 10 * minuteMs
    await rig.escalate()
    await rig.sweep()
    expect(stepsAt(channel)).toEqual(['sig_2 1.1'])
    await pass(0)
    const taken = ['1.1 suppressed taken', '1.2 suppressed taken', '1.3 suppressed taken']
    expect(await rowsOf(channel.orgId)).toEqual([...taken, '1.1 sent null', ...taken.slice(1)])
  })

  test('before it is stored gets none', async () => {
    const channel = await openEscalation()
    await assign(channel.orgId, 'sig_1')
    await raise(channel.orgId, { id: 'sig_1' })
    await pass(hourMs)
    expect(stepsAt(channel)).toEqual([])
    expect(await rowsOf(channel.orgId)).toHaveLength(3)
  })

  test('before its beginning is evaluated ends at once, also outside of business hours', async () => {
    const channel = await openEscalation({ hours: 'Mo-Su 13:00-14:00', timeZone: 'UTC' })
    await rig.apply(channel.orgId, [rig.created(rig.signal(channel.orgId, { id: 'sig_1' }))])
    const { orgId } = channel
    const setAside = (error: string | null) =>
      sql`update pending_changes set error = ${error} where org_id = ${orgId} and record = 'signal'`.execute(
        rig.database,
      )
    await setAside('Another worker has it.')
    await assign(orgId, 'sig_1')
    await rig.evaluate()
    await setAside(null)
    await rig.evaluate()
    expect(await rowsOf(orgId)).toEqual([
      '1.1 suppressed taken',
      '1.2 suppressed taken',
      '1.3 suppressed taken',
    ])
  })

  test('while its beginning is being written ends with it', async () => {
    const { orgId, escalationId } = await openEscalation({ hours: 'Mo-Su 13:00-14:00', timeZone: 'UTC' })
    await rig.apply(orgId, [rig.created(rig.signal(orgId, { id: 'sig_1' }))])
    await sql`delete from pending_changes where org_id = ${orgId}`.execute(rig.database)
    const { promise: written, resolve: write } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const beginning = rig.database.transaction().execute(async (transaction) => {
      await lockEscalating(transaction, { orgId, as: 'beginner' })
      const moments = { storedAtMs: rig.clock.ms, dueMs: rig.clock.ms + hourMs }
      await startRuns(transaction, orgId, [{ escalationId, signalId: 'sig_1', ...moments }])
      write()
      await released
    })
    await written
    await assign(orgId, 'sig_1')
    const ending = rig.evaluate()
    await waitUntil('the worker that ends the run waits for its beginning', async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(
        rig.database,
      )
      return rows.length > 0
    })
    release()
    await Promise.all([beginning, ending])
    expect(await rowsOf(orgId)).toHaveLength(3)
  })

  test('gets no repeated try of a step that failed', async () => {
    const channel = await openEscalation()
    rig.webhook.troubles.plan({ status: 503 }, { times: 1, only: `/${channel.hook}` })
    await raise(channel.orgId, { id: 'sig_1' })
    await pass(5 * minuteMs)
    await assign(channel.orgId, 'sig_1')
    await pass(20_000)
    expect(stepsAt(channel)).toHaveLength(1)
    expect((await rowsOf(channel.orgId))[0]).toBe('1.1 suppressed taken')
  })
})

describe('business hours', () => {
  const hours = { hours: 'Mo-Su 09:00-12:02', timeZone: 'UTC' }

  test('count alone, and what falls outside of them waits', async () => {
    const channel = await openEscalation(hours)
    await raise(channel.orgId, { id: 'sig_1' })
    await pass(20 * hourMs)
    expect(stepsAt(channel)).toEqual([])
    await pass(hourMs + 3 * minuteMs)
    expect(stepsAt(channel)).toEqual(['sig_1 1.1'])
  })

  test('hold back a step that a worker or its channel was late with', async () => {
    const channel = await openEscalation({ ...hours, steps: [{ afterMs: minuteMs }] })
    await raise(channel.orgId, { id: 'sig_1' }, { id: 'sig_2' })
    rig.clock.ms += minuteMs
    await rig.escalate()
    await pass(hourMs)
    expect(stepsAt(channel)).toEqual([])
    await pass(20 * hourMs)
    expect(stepsAt(channel).toSorted()).toEqual(['sig_1 1.1', 'sig_2 1.1'])
  })

  test('need not open for a step to be settled that waits for them', async () => {
    const channel = await openEscalation({ ...hours, steps: [{ afterMs: minuteMs }] })
    await raise(channel.orgId, { id: 'sig_1' })
    rig.clock.ms += minuteMs
    await rig.escalate()
    await pass(hourMs)
    expect(await rowsOf(channel.orgId)).toEqual(['1.1 pending null'])
    await assign(channel.orgId, 'sig_1')
    await pass(1)
    expect(await rowsOf(channel.orgId)).toEqual(['1.1 suppressed taken'])
    await pass(20 * hourMs)
    expect(stepsAt(channel)).toEqual([])
  })
})

describe('an escalation', () => {
  test('leaves alone what it does not match, what was old when stored, and what came before it', async () => {
    const channel = await open('webhook', { conditions: { keywords: ['never'] } })
    await raise(channel.orgId, { id: 'sig_before', urgency: 'high' })
    const steps = [{ afterMs: minuteMs, channelId: channel.channelId }]
    await rig.addEscalation(channel.orgId, { steps, conditions: { minUrgency: 'high' } })
    await raise(
      channel.orgId,
      { id: 'sig_low', urgency: 'low' },
      { id: 'sig_old', urgency: 'high', firstSeenAt: instantOf(noonMs - 25 * hourMs) },
      { id: 'sig_high', urgency: 'high' },
    )
    await pass(minuteMs)
    expect(stepsAt(channel)).toEqual(['sig_high 1.1'])
  })

  test('ends for all signals, those under way too', async () => {
    const channel = await openEscalation()
    await raise(channel.orgId, { id: 'sig_1' }, { id: 'sig_2' })
    rig.clock.ms += 5 * minuteMs
    await rig.escalate()
    await endEscalation(rig.database, channel)
    await pass(2 * hourMs)
    expect(stepsAt(channel)).toEqual([])
    expect(await rowsOf(channel.orgId)).toEqual(Array(2).fill('1.1 suppressed escalation_ended'))
  })

  test('follows an edit with the signals that escalate already', async () => {
    const channel = await openEscalation()
    await raise(channel.orgId, { id: 'sig_1' })
    await pass(5 * minuteMs)
    const { definition } = await getEscalation(rig.database, channel)
    const [first] = definition.steps
    if (first === undefined) throw new Error('It has steps.')
    const steps = [first, { ...first, afterMs: 6 * minuteMs }]
    await editEscalation(rig.database, { ...channel, definition: { ...definition, steps } })
    await pass(minuteMs)
    expect(stepsAt(channel)).toEqual(['sig_1 1.1', 'sig_1 1.2'])
    await pass(2 * hourMs)
    expect(stepsAt(channel)).toHaveLength(2)
    const third = { ...first, afterMs: 3 * hourMs }
    await editEscalation(rig.database, {
      ...channel,
      definition: { ...definition, steps: [...steps, third] },
    })
    await pass(2 * hourMs)
    expect(stepsAt(channel)).toEqual(['sig_1 1.1', 'sig_1 1.2', 'sig_1 1.3'])
  })

  test('says in each message which step it is', async () => {
    const { orgId } = await rig.workspace()
    const slack = await rig.addChannel(orgId, { kind: 'slack', name: 'hook-words' })
    const mail = await rig.addChannel(orgId, { kind: 'email', to: ['words@example.com'] })
    const steps = [slack, mail].map((channelId) => ({ afterMs: minuteMs, channelId }))
    await rig.addEscalation(orgId, { steps })
    await raise(orgId, { id: 'sig_1' })
    await pass(minuteMs)
    await pass(0)
    const words = (hook: string) => ({ orgId, channelId: '', ruleId: '', hook })
    expect(JSON.stringify(postsTo(words('hook-words')))).toContain('Escalation: Escalation · step 1 of 2')
    expect(mailsTo(words('words'))).toHaveLength(1)
  })

  test('asks for an acknowledgement: a bot with a button, a mail with a link', async () => {
    const { orgId } = await rig.workspace()
    const bot = await rig.addChannel(orgId, { kind: 'slack', bot: true })
    const mail = await rig.addChannel(orgId, { kind: 'email', to: [`asks.${orgId}@example.com`] })
    const steps = [bot, mail].map((channelId) => ({ afterMs: minuteMs, channelId }))
    await rig.addEscalation(orgId, { steps })
    await raise(orgId, { id: `sig_asks_${orgId}` })
    await pass(minuteMs)
    await pass(0)
    const posts = rig.slack.messages.map((message) => JSON.stringify(message))
    expect(posts.filter((post) => post.includes('signalpost_acknowledge'))).toEqual([
      expect.stringContaining(`sig_asks_${orgId}`),
    ])
    const [letter] = rig.mail.mails.filter(({ to }) => to.startsWith('asks.'))
    expect(JSON.stringify(letter)).toMatch(/127\.0\.0\.1:4200\/a\/[\w-]{40}/)
  })

  test('says first that no one took the signal, in the thread of the first mail', async () => {
    const { orgId } = await rig.workspace()
    const to = `thread.${orgId}@example.com`
    const channelId = await rig.addChannel(orgId, { kind: 'email', to: [to] })
    await rig.addRule(orgId)
    await rig.addEscalation(orgId, {
      steps: [1, 3].map((minutes) => ({ afterMs: minutes * minuteMs, channelId })),
    })
    await raise(orgId, { id: 'sig_1', title: 'We need a CRM' })
    await rig.send()
    await pass(minuteMs)
    await pass(2 * minuteMs)
    const [first, ...steps] = rig.mail.mails.filter((mail) => mail.to === to).map(({ parsed }) => parsed)
    expect(first?.subject).toBe('Signal · Reddit: We need a CRM')
    expect(steps.map(({ subject, inReplyTo }) => [subject, inReplyTo])).toEqual([
      [`No one has taken this for 1 min: ${first?.subject}`, first?.messageId],
      [`No one has taken this for 3 min: ${first?.subject}`, first?.messageId],
    ])
    expect(steps[0]?.text).toMatch(/^No one has taken this for 1 min\n/)
  })

  test('does not alert in a silence', async () => {
    const channel = await openEscalation()
    await sql`
      insert into silences (silence_id, org_id, conditions, until)
      values (${`sil_${channel.orgId}`}, ${channel.orgId}, '{}', now() + interval '30 days')`.execute(
      rig.database,
    )
    await raise(channel.orgId, { id: 'sig_1' })
    await pass(5 * minuteMs)
    expect(await rowsOf(channel.orgId)).toEqual(['1.1 suppressed silenced'])
  })

  test('writes to a person alone, where the channel can', async () => {
    const channel = await open('email', { conditions: { keywords: ['never'] } })
    const { orgId, channelId } = channel
    const personId = `usr_${orgId}`
    await sql`
      insert into people (person_id, email, created_at) values (${personId}, ${`${orgId}@example.com`}, now())`.execute(
      rig.database,
    )
    await sql`
      insert into memberships (org_id, person_id, role, created_at)
      values (${orgId}, ${personId}, 'member', now())`.execute(rig.database)
    await rig.addEscalation(orgId, { steps: [{ afterMs: minuteMs, channelId, personId }] })
    await raise(orgId, { id: 'sig_1' })
    await pass(minuteMs)
    expect(rig.mail.mails.filter(({ to }) => to === `${orgId}@example.com`)).toHaveLength(1)
    expect(mailsTo(channel)).toEqual([])
  })
})
