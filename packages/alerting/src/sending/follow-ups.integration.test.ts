import { listMessages, replayMessage, type StoredMessage } from '@signalpost/database/dispatches'
import { acknowledgeSignal, assignSignal, deleteSignal } from '@signalpost/database/records'
import { suppressAddress } from '@signalpost/database/rules'
import { instantOf } from '@signalpost/domain'
import { waitUntil } from '@signalpost/testing'
import { findTeamsTexts } from '@signalpost/testing/services'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type AlertCase, openAlertCases } from '../test-support/open-alert-cases.ts'
import { sendNext } from './send-next.ts'

const cases = await openAlertCases()
const { rig, open, raise, later, postsTo, mailsTo, requestsTo, addPerson, endTroubles } = cases
const { database } = rig
const minuteMs = 60_000
const hourMs = 60 * minuteMs

beforeEach(() => {
  endTroubles()
  rig.teams.cards.length = 0
})
afterAll(rig.close)

type Taker = { personId: string; email: string }
type Case = AlertCase & { ann: Taker; bob: Taker }

/** A channel whose alert about `sig_1` was sent, and two people. */
async function openSent(
  kind: Parameters<typeof open>[0] = 'email',
  { rule = {}, channel = {} }: { rule?: Record<string, unknown>; channel?: object } = {},
): Promise<Case> {
  const opened = await open(kind, rule, channel)
  const people = {
    ann: await addPerson(opened.orgId, 'Anna Rossi'),
    bob: await addPerson(opened.orgId, 'Bob'),
  }
  await raise(opened.orgId, { id: 'sig_1', title: 'We need a CRM', subjectOrg: { name: 'Acme GmbH' } })
  await rig.send()
  return { ...opened, ...people }
}

/** Assigns a signal as the API and the console do; null gives it back. */
async function assign(
  { orgId }: AlertCase,
  person: Taker | null,
  { signalId = 'sig_1', by = person?.personId ?? 'usr_manager' } = {},
): Promise<void> {
  rig.clock.ms += 1_000
  const userId = person?.personId ?? null
  await database
    .transaction()
    .execute((transaction) => assignSignal(transaction, { orgId, signalId, userId, by, nowMs: rig.clock.ms }))
}

async function acknowledge({ orgId }: AlertCase, by: Taker, signalId = 'sig_1'): Promise<void> {
  rig.clock.ms += 1_000
  const given = { orgId, signalId, by: by.personId, nowMs: rig.clock.ms }
  await database.transaction().execute((transaction) => acknowledgeSignal(transaction, given))
}

/** To judge a signal does not take it. */
async function judge({ orgId }: AlertCase): Promise<void> {
  const at = instantOf(rig.clock.ms)
  const data = { signalId: 'sig_1', feedback: { verdict: 'bad', at } }
  await rig.apply(orgId, [{ id: 'evt_bad', type: 'signal.feedback', occurredAt: at, data }])
}

async function evaluateAndSend(): Promise<void> {
  await rig.evaluate()
  await rig.send()
}

async function followUps({ orgId }: AlertCase): Promise<StoredMessage[]> {
  const { items } = await listMessages(database, { orgId }, { limit: 100 })
  return items.filter(({ kind }) => kind === 'follow_up')
}

const outcomes = async (one: AlertCase) =>
  (await followUps(one)).map(({ recipient, status, reason }) => [recipient.split('@')[0], status, reason])

const cardsShown = () => rig.teams.cards.map(findTeamsTexts)

describe('who got an alert that cannot be edited hears who took the signal', () => {
  test('by mail, in the thread of the alert', async () => {
    const one = await openSent('email', { rule: { subject: 'Lead: {{signal.title}}' } })
    await assign(one, one.ann)
    await evaluateAndSend()
    const [alert, followUp, ...others] = mailsTo(one)
    expect(others).toEqual([])
    expect(followUp?.parsed).toMatchObject({
      subject: 'Re: Lead: We need a CRM',
      inReplyTo: alert?.parsed.messageId,
      references: alert?.parsed.messageId,
    })
    expect(followUp?.parsed.messageId).not.toBe(alert?.parsed.messageId)
    const headers = followUp?.parsed.headers ?? []
    const names = headers.map(({ key }) => key)
    expect(names).not.toContain('x-entity-ref-id')
    expect(names).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']))
    expect(followUp?.parsed.text).toMatch(
      /^Anna Rossi took it\n\nWe need a CRM\nAcme GmbH\n\d{4}-\d\d-\d\d \d\d:\d\d UTC\nOpen on Reddit: https:\/\/example.com\/sig_1\n/,
    )
    expect(followUp?.parsed.text).toMatch(/\/u\/[\w-]{20}/)
    expect(await followUps(one)).toMatchObject([{ status: 'sent', signalId: 'sig_1', ruleId: null }])
  })

  test('in Teams and in Slack through a webhook, in the language of the rule', async () => {
    const teams = await openSent('teams', { rule: { language: 'de' } })
    const slack = await openSent('slack')
    await assign(teams, teams.ann)
    await assign(slack, slack.ann)
    await evaluateAndSend()
    expect(cardsShown()).toHaveLength(2)
    expect(cardsShown()[1]).toMatch(
      /Anna Rossi hat es übernommen[\s\S]*We need a CRM[\s\S]*sig_1[\s\S]*Acme GmbH/,
    )
    expect(postsTo(slack)).toHaveLength(2)
    expect(JSON.stringify(postsTo(slack)[1])).toContain('Anna Rossi took it')
  })

  test('of a click in Slack or another sender, and however often the delivery comes', async () => {
    const one = await openSent()
    const occurredAt = instantOf(rig.clock.ms)
    const assignedTo = { userId: one.ann.personId, at: occurredAt, by: one.ann.personId }
    const event = { type: 'signal.assigned', occurredAt, data: { signalId: 'sig_1', assignedTo } }
    for (const id of ['evt_1', 'evt_1', 'evt_2']) {
      await rig.apply(one.orgId, [{ id, ...event }])
      await Promise.all([1, 2, 3].map(() => rig.evaluate()))
      await rig.send()
    }
    expect(mailsTo(one)).toHaveLength(2)
  })

  test('of an acknowledgement, which says what happened', async () => {
    const one = await openSent()
    await acknowledge(one, one.bob)
    await evaluateAndSend()
    expect(mailsTo(one)[1]?.parsed.text).toMatch(/^Bob acknowledged it\n[\s\S]*\nAcknowledged \d{4}-/)
    const both = await openSent()
    await acknowledge(both, both.bob)
    await assign(both, both.ann)
    await evaluateAndSend()
    expect(mailsTo(both)[1]?.parsed.text).toMatch(
      /^Anna Rossi took it\n[\s\S]*\nAssigned to Anna Rossi \d{4}-\S+ \S+ UTC · Acknowledged by Bob \d{4}-/,
    )
  })

  test('of each signal of an alert that gathers several', async () => {
    const one = await open('teams')
    const ann = await addPerson(one.orgId, 'Anna Rossi')
    await raise(one.orgId, { id: 'sig_1', title: 'First' }, { id: 'sig_2', title: 'Second' }, { id: 'sig_3' })
    await rig.send()
    expect(cardsShown()).toHaveLength(1)
    for (const signalId of ['sig_1', 'sig_2']) await assign(one, ann, { signalId })
    await evaluateAndSend()
    expect(cardsShown()).toHaveLength(3)
    expect(cardsShown()[1]).toContain('First')
    expect(cardsShown()[2]).toContain('Second')
  })

  test('of a step of an escalation', async () => {
    const one = await open('email', { conditions: { keywords: ['never'] } })
    const ann = await addPerson(one.orgId, 'Anna Rossi')
    await rig.addEscalation(one.orgId, { steps: [{ afterMs: minuteMs, channelId: one.channelId }] })
    await raise(one.orgId, { id: 'sig_1', title: 'We need a CRM' })
    rig.clock.ms += minuteMs
    await rig.escalate()
    await rig.send()
    expect(mailsTo(one)).toHaveLength(1)
    await assign(one, ann)
    await evaluateAndSend()
    expect(mailsTo(one)[1]?.parsed).toMatchObject({
      subject: `Re: ${mailsTo(one)[0]?.parsed.subject}`,
      text: expect.stringMatching(/^Anna Rossi took it\n/),
    })
  })
})

describe('an alert that is on its way when its signal is taken', () => {
  const lane = ({ channelId, orgId }: AlertCase) => ({ channelId, orgId, isRetry: false })

  test('is followed once it is sent', async () => {
    const one = await open('email')
    const ann = await addPerson(one.orgId, 'Anna Rossi')
    await raise(one.orgId, { id: 'sig_1' })
    const { sendMail } = rig.services
    if (sendMail === undefined) throw new Error('the rig has no mail server')
    const services = {
      ...rig.services,
      sendMail: async (...mail: Parameters<typeof sendMail>) => {
        await assign(one, ann)
        await rig.evaluate()
        return sendMail(...mail)
      },
    }
    await sendNext({ ...rig.dependencies, services }, lane(one))
    await rig.send()
    expect(mailsTo(one).map(({ parsed }) => parsed.text?.startsWith('Anna Rossi took it'))).toEqual([
      false,
      true,
    ])
  })

  test('is followed if its end is written while the change is evaluated', async () => {
    const one = await openSent()
    await sql`update messages set status = 'sending' where org_id = ${one.orgId}`.execute(database)
    await assign(one, one.ann)
    let evaluating: Promise<unknown> = Promise.resolve()
    await database.transaction().execute(async (transaction) => {
      await sql`update messages set status = 'sent' where org_id = ${one.orgId}`.execute(transaction)
      evaluating = rig.evaluate()
      await waitUntil('a lock is waited for', async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          database,
        )
        return rows.length > 0
      })
    })
    await evaluating
    await rig.send()
    expect(mailsTo(one)).toHaveLength(2)
  })

  test('is not followed if its signal was only judged', async () => {
    const one = await open('email')
    await raise(one.orgId, { id: 'sig_1' })
    await judge(one)
    await evaluateAndSend()
    expect(mailsTo(one)).toHaveLength(1)
    expect(await followUps(one)).toEqual([])
  })

  test('is not followed if someone had acknowledged the signal before it was raised', async () => {
    const one = await open('email')
    const at = instantOf(rig.clock.ms - hourMs)
    await raise(one.orgId, { id: 'sig_1', acknowledgedAt: at })
    await rig.send()
    expect(mailsTo(one)).toHaveLength(1)
    expect(await followUps(one)).toEqual([])
  })
})

describe('no follow-up is sent', () => {
  test('a second time when the signal is reassigned', async () => {
    const one = await openSent()
    await assign(one, one.ann)
    await evaluateAndSend()
    await assign(one, one.bob)
    await evaluateAndSend()
    expect(mailsTo(one)).toHaveLength(2)
  })

  test('if the signal is given back before, until someone takes it again', async () => {
    const one = await openSent()
    await assign(one, one.ann)
    await rig.evaluate()
    await assign(one, null)
    await judge(one)
    await evaluateAndSend()
    expect(mailsTo(one)).toHaveLength(1)
    expect(await outcomes(one)).toEqual([[one.hook, 'suppressed', 'not_taken']])
    await assign(one, one.bob)
    await evaluateAndSend()
    expect(mailsTo(one)[1]?.parsed.text).toMatch(/^Bob took it\n/)
    expect(await outcomes(one)).toEqual([[one.hook, 'sent', null]])
  })

  test('if the signal is deleted before', async () => {
    const one = await openSent()
    await assign(one, one.ann)
    await rig.evaluate()
    await deleteSignal(database, { orgId: one.orgId, signalId: 'sig_1', nowMs: rig.clock.ms })
    await rig.send()
    expect(mailsTo(one)).toHaveLength(1)
    expect(await outcomes(one)).toEqual([[one.hook, 'suppressed', 'deleted']])
  })

  test('to the address of who took it', async () => {
    const one = await open('email')
    const ann = await addPerson(one.orgId, 'ann')
    const channelId = await rig.addChannel(one.orgId, {
      kind: 'email',
      to: [ann.email.toUpperCase(), 'bob@example.com'],
    })
    await raise(one.orgId, { id: 'sig_1' })
    await rig.send()
    await assign({ ...one, channelId }, ann)
    await evaluateAndSend()
    const toBoth = (await outcomes(one)).filter(([recipient]) => recipient !== one.hook)
    expect(new Set(toBoth)).toEqual(
      new Set([
        [ann.email.split('@')[0]?.toUpperCase(), 'suppressed', 'recipient_took_it'],
        ['bob', 'sent', null],
      ]),
    )
  })

  test('to the address of who acknowledged it, unless someone else has it', async () => {
    const one = await open('email')
    const ann = await addPerson(one.orgId, 'ann')
    const bob = await addPerson(one.orgId, 'bob')
    const channelId = await rig.addChannel(one.orgId, { kind: 'email', to: [ann.email, bob.email] })
    await raise(one.orgId, { id: 'sig_1' }, { id: 'sig_2' })
    await rig.send()
    await acknowledge({ ...one, channelId }, bob)
    await acknowledge({ ...one, channelId }, bob, 'sig_2')
    await assign({ ...one, channelId }, ann, { signalId: 'sig_2' })
    await evaluateAndSend()
    const suppressed = (await followUps(one)).filter(({ reason }) => reason === 'recipient_took_it')
    expect(new Set(suppressed.map(({ signalId, recipient }) => [signalId, recipient]))).toEqual(
      new Set([
        ['sig_1', bob.email],
        ['sig_2', ann.email],
      ]),
    )
  })

  test('to who unsubscribed', async () => {
    const one = await openSent()
    const address = `${one.hook}@example.com`
    await suppressAddress(database, { ...one, address, reason: 'unsubscribed', until: null })
    await assign(one, one.ann)
    await evaluateAndSend()
    expect(mailsTo(one)).toHaveLength(1)
    expect(await outcomes(one)).toEqual([[one.hook, 'suppressed', 'address_suppressed']])
  })

  test('for a lead that a rule gave to someone, until they take it', async () => {
    const one = await openSent()
    await assign(one, one.ann, { by: 'rul_1' })
    await evaluateAndSend()
    expect(await followUps(one)).toEqual([])
    await assign(one, one.ann)
    await evaluateAndSend()
    expect(mailsTo(one)).toHaveLength(2)
  })

  test('for a verdict, nor by a channel that edits or that machines read', async () => {
    const one = await openSent()
    await judge(one)
    await evaluateAndSend()
    expect(await followUps(one)).toEqual([])
    const bot = await openSent('slack', { channel: { bot: true } })
    const webhook = await openSent('webhook')
    await assign(bot, bot.ann)
    await assign(webhook, webhook.ann)
    await evaluateAndSend()
    expect([...(await followUps(bot)), ...(await followUps(webhook))]).toEqual([])
    expect(requestsTo(webhook)).toHaveLength(1)
  })

  test('for an alert of the day before, nor two hours after the signal was taken', async () => {
    const old = await openSent()
    rig.clock.ms += 24 * hourMs
    await assign(old, old.ann)
    await evaluateAndSend()
    expect(await followUps(old)).toEqual([])
    const late = await openSent()
    await assign(late, late.ann)
    await rig.evaluate()
    await later(2 * hourMs)
    expect(mailsTo(late)).toHaveLength(1)
    expect(await outcomes(late)).toEqual([[late.hook, 'suppressed', 'expired']])
  })
})

test('a follow-up is tried again, and replayed by a person, like any message', async () => {
  const one = await openSent()
  rig.mail.troubles.plan({ at: 'content', reply: '451 4.3.0 later' }, { times: 1 })
  await assign(one, one.ann)
  await evaluateAndSend()
  expect(await outcomes(one)).toEqual([[one.hook, 'pending', 'smtp_451']])
  await later(minuteMs)
  expect(await outcomes(one)).toEqual([[one.hook, 'sent', null]])
  const [followUp] = await followUps(one)
  const messageId = followUp?.messageId ?? ''
  await later(3 * hourMs)
  await database
    .transaction()
    .execute((transaction) => replayMessage(transaction, { messageId, nowMs: rig.clock.ms }))
  await rig.send()
  expect(mailsTo(one)).toHaveLength(3)
  expect(mailsTo(one)[2]?.parsed.messageId).toBe(mailsTo(one)[1]?.parsed.messageId)
})
