import { findSignal } from '@signalpost/database/records'
import { mapChannelUsers } from '@signalpost/database/rules'
import { instantOf } from '@signalpost/domain'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createMessageEditor } from '../edit-messages.ts'
import { openAlertCases } from '../test-support/open-alert-cases.ts'

const { rig, open, raise, summary, postsTo, mailsTo, addPerson, endTroubles } = await openAlertCases()

beforeEach(endTroubles)
afterAll(rig.close)

/** A webhook whose rule gives its leads to Ann and Bob in turn. */
async function openTurns(
  kind: 'webhook' | 'slack' | 'email' = 'webhook',
  more: Record<string, unknown> = {},
  settings: object = {},
) {
  const channel = await open(kind, { conditions: { keywords: ['never'] } }, settings)
  const [ann, bob] = [await addPerson(channel.orgId, 'ann'), await addPerson(channel.orgId, 'bob')]
  const assign = { roundRobin: [ann.personId, bob.personId] }
  const ruleId = await rig.addRule(channel.orgId, { assign, ...more })
  return { ...channel, ruleId, ann, bob }
}

const assigneeOf = async (orgId: string, signalId: string) =>
  (await findSignal(rig.database, { orgId, signalId }))?.assignedTo

/** Evaluates until nothing is left, as any number of workers. */
async function settle(workers = 1): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(Array.from({ length: workers }, () => rig.evaluate()))
  }
  await rig.send()
}

test('gives leads to people in turn, once each, whatever the number of workers', async () => {
  const { orgId, ruleId, ann, bob } = await openTurns()
  const ids = ['sig_1', 'sig_2', 'sig_3', 'sig_4', 'sig_5']
  for (const id of ids) {
    await rig.apply(orgId, [rig.created(rig.signal(orgId, { id }))])
    await settle(3)
    // A delivery that comes again changes nothing.
    await rig.apply(orgId, [rig.created(rig.signal(orgId, { id, title: 'Edited' }), `evt_again_${id}`)])
    await settle(3)
  }
  const assigned = await Promise.all(ids.map((id) => assigneeOf(orgId, id)))
  expect(assigned.map((one) => one?.userId)).toEqual(
    [ann, bob, ann, bob, ann].map(({ personId }) => personId),
  )
  expect(new Set(assigned.map((one) => one?.by))).toEqual(new Set([ruleId]))
  expect((await summary(orgId)).map(([id, status]) => [id, status])).toEqual(ids.map((id) => [id, 'sent']))
})

test('takes turns within one batch too, and leaves out who can no longer log in', async () => {
  const { orgId, ann, bob } = await openTurns()
  await sql`update people set disabled_at = now() where person_id = ${ann.personId}`.execute(rig.database)
  await raise(orgId, { id: 'sig_1' }, { id: 'sig_2' })
  await settle()
  for (const id of ['sig_1', 'sig_2']) {
    expect(await assigneeOf(orgId, id)).toMatchObject({ userId: bob.personId })
  }
})

test('leaves a lead to who has it, and gives one of an account to who has leads of the account', async () => {
  const { orgId, bob } = await openTurns()
  const at = instantOf(rig.clock.ms)
  await rig.apply(orgId, [
    {
      id: 'evt_1',
      type: 'signal.assigned',
      occurredAt: at,
      data: { signalId: 'sig_own', assignedTo: { userId: 'usr_own', at, by: 'usr_own' } },
    },
    rig.created(rig.signal(orgId, { id: 'sig_own' })),
    rig.created(
      rig.signal(orgId, {
        id: 'sig_old',
        accountKey: 'd:acme.example',
        firstSeenAt: '2020-01-01T00:00:00.000Z',
      }),
    ),
    {
      id: 'evt_2',
      type: 'signal.assigned',
      occurredAt: at,
      data: { signalId: 'sig_old', assignedTo: { userId: bob.personId, at, by: bob.personId } },
    },
  ])
  await settle()
  await raise(orgId, { id: 'sig_new', accountKey: 'd:acme.example' })
  await settle()
  expect(await assigneeOf(orgId, 'sig_own')).toMatchObject({ userId: 'usr_own', by: 'usr_own' })
  expect(await assigneeOf(orgId, 'sig_new')).toMatchObject({ userId: bob.personId })
})

test('a lead that was given is not taken: it escalates, and is taken by the person who says so', async () => {
  const { orgId, channelId, ann } = await openTurns()
  await rig.addEscalation(orgId, { steps: [{ afterMs: 60_000, channelId }] })
  await raise(orgId, { id: 'sig_1' })
  await settle()
  const outcomes = async () => {
    const { rows } = await sql<{ outcome: string | null }>`
      select outcome from escalation_runs where org_id = ${orgId}`.execute(rig.database)
    return rows.map(({ outcome }) => outcome)
  }
  expect(await outcomes()).toEqual([null])
  const at = instantOf(rig.clock.ms + 1_000)
  rig.clock.ms += 1_000
  const assignedTo = { userId: ann.personId, at, by: ann.personId }
  await rig.apply(orgId, [
    { id: 'evt_take', type: 'signal.assigned', occurredAt: at, data: { signalId: 'sig_1', assignedTo } },
  ])
  await settle()
  expect(await outcomes()).toEqual(['taken'])
})

test('a mail goes to the person alone, and a message in Slack mentions them', async () => {
  const mail = await openTurns('email')
  await raise(mail.orgId, { id: 'sig_1' })
  await settle()
  await settle()
  expect(mailsTo(mail)).toEqual([])
  const [own] = rig.mail.mails.filter(({ to }) => to === mail.ann.email)
  expect(own?.parsed.text).toContain('For ann · Rule: Rule')
  const slack = await openTurns('slack')
  await mapChannelUsers(rig.database, {
    ...{ orgId: slack.orgId, channelId: slack.channelId },
    users: [{ externalUserId: 'U0ANN', userId: slack.ann.personId }],
  })
  await raise(slack.orgId, { id: 'sig_1' })
  await settle()
  expect(JSON.stringify(postsTo(slack)[0]?.blocks)).toContain('{"type":"user","user_id":"U0ANN"}')
})

test('a mention stays while its message is edited, also when someone else takes the lead, and for gathered leads', async () => {
  const { orgId, channelId, ann, bob } = await openTurns('slack', {}, { bot: true })
  await mapChannelUsers(rig.database, {
    ...{ orgId, channelId },
    users: [
      { externalUserId: 'U0ANN', userId: ann.personId },
      { externalUserId: 'U0BOB', userId: bob.personId },
    ],
  })
  await raise(orgId, { id: 'sig_1' }, { id: 'sig_2' })
  await settle()
  const message = rig.slack.messages.at(-1)
  const mentioned = () =>
    new Set([...JSON.stringify(message?.blocks).matchAll(/"user_id":"(\w+)"/g)].map(([, id]) => id))
  expect(mentioned()).toEqual(new Set(['U0ANN', 'U0BOB']))
  const editor = createMessageEditor(rig.dependencies)
  for (const round of [1, 2]) {
    rig.clock.ms += 1_000
    const at = instantOf(rig.clock.ms)
    const assignedTo = { userId: bob.personId, at, by: bob.personId }
    const data = { signalId: `sig_${round}`, assignedTo }
    await rig.apply(orgId, [{ id: `evt_${round}`, type: 'signal.assigned', occurredAt: at, data }])
    await rig.evaluate()
    await editor.round()
    await editor.settle()
    expect(message?.edits).toBe(round)
    expect(JSON.stringify(message?.blocks)).toContain('Taken by bob')
    expect(mentioned()).toEqual(new Set(['U0ANN', 'U0BOB']))
  }
})

test('gives nothing away for a signal that no alert is sent for', async () => {
  const { orgId } = await openTurns('webhook', { conditions: { minScore: 90 } })
  await raise(orgId, { id: 'sig_1', relevanceScore: 10 })
  await settle()
  expect(await assigneeOf(orgId, 'sig_1')).toBeUndefined()
})
