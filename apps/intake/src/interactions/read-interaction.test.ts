import { slackActions } from '@signalpost/channels'
import { noRegisters, readEnvelopes, readEvent, type SignalRegisters } from '@signalpost/domain'
import { describe, expect, test } from 'vitest'
import { readInteraction } from './read-interaction.ts'

const receivedAtMs = Date.parse('2026-11-20T09:00:00.000Z')
const received = new Date(receivedAtMs).toISOString()
const future = '2026-11-20T10:00:00.000Z'
const keyAt = (at: string) => ({ at, eventId: 'evt_1', sourceId: 'src_1' })

type Click = {
  actionId?: string
  user?: string
  ts?: string
  actionTs?: string
  signalId?: string
  trigger?: string
}

function bodyOf({
  actionId = 'signalpost_assign',
  user = 'U1',
  ts = '1763600000.000100',
  actionTs = '1763600009.5',
  signalId = 'sig_1',
  trigger = '1',
}: Click = {}): Buffer {
  const payload = {
    type: 'block_actions',
    team: { id: 'T1' },
    user: { id: user },
    container: { message_ts: ts, channel_id: 'C1' },
    trigger_id: trigger,
    actions: [{ action_id: actionId, value: signalId, action_ts: actionTs }],
  }
  return Buffer.from(`payload=${encodeURIComponent(JSON.stringify(payload))}`)
}

const read = (click: Click, registers?: Partial<SignalRegisters>, users: Record<string, string> = {}) =>
  readInteraction(bodyOf(click), {
    orgId: 'org_acme',
    users,
    receivedAtMs,
    findRegisters: async () => (registers === undefined ? undefined : { ...noRegisters, ...registers }),
  })

test('each button is an event that every reader of events takes', async () => {
  const [assign, good, bad, acknowledge] = await Promise.all(
    ['assign', 'good', 'bad', 'acknowledge'].map((action) => read({ actionId: `signalpost_${action}` })),
  )
  const by = 'slack:T1:U1'
  expect(assign?.event).toMatchObject({
    type: 'signal.assigned',
    orgId: 'org_acme',
    occurredAt: received,
    data: { signalId: 'sig_1', assignedTo: { userId: by, at: received, by } },
  })
  expect(acknowledge?.event).toMatchObject({
    type: 'signal.acknowledged',
    data: { signalId: 'sig_1', acknowledgedAt: received, by },
  })
  expect(good?.event).toMatchObject({
    type: 'signal.feedback',
    data: { signalId: 'sig_1', feedback: { verdict: 'good', at: received } },
  })
  expect(bad?.event).toMatchObject({ data: { feedback: { verdict: 'bad' } } })
  for (const one of [assign, good, bad]) {
    const envelopes = readEnvelopes(one?.event)
    if (!envelopes.ok || envelopes.envelopes[0] === undefined) throw new Error('not an envelope')
    const context = { orgId: 'org_acme', sourceId: 'chn_1', receivedAtMs }
    expect(readEvent(envelopes.envelopes[0], context)).toMatchObject({ verdict: 'valid' })
    expect(one).toMatchObject({ eventId: one?.event?.id, type: one?.event?.type })
    expect(one?.eventId).toMatch(/^slk_[0-9a-z]{26}$/)
  }
})

test('an assignment and a verdict can be undone', async () => {
  const unassign = await read({ actionId: 'signalpost_unassign' })
  expect(unassign.event).toMatchObject({
    ...{ type: 'signal.assigned', occurredAt: received },
    data: { signalId: 'sig_1', assignedTo: null },
  })
  const clear = await read(
    { actionId: 'signalpost_clear_verdict' },
    { feedback: { key: keyAt(future), value: null } },
  )
  expect(clear.event).toMatchObject({
    ...{ type: 'signal.feedback', occurredAt: '2026-11-20T10:00:00.001Z' },
    data: { signalId: 'sig_1', feedback: null },
  })
})

test.each(Object.values(slackActions))('%s says who clicked', async (actionId) => {
  expect((await read({ actionId })).event).toMatchObject({ data: { by: 'slack:T1:U1' } })
})

test('a user whom the channel knows acts as ours', async () => {
  const { event } = await read({}, undefined, { U1: 'usr_ann', U2: 'usr_bob' })
  expect(event).toMatchObject({ data: { assignedTo: { userId: 'usr_ann', by: 'usr_ann' } } })
})

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'a user whom the channel does not know acts by the id of Slack, also as %s',
  async (user) => {
    const { event } = await read({ user })
    const by = `slack:T1:${user}`
    expect(event).toMatchObject({ data: { assignedTo: { userId: by, at: received, by } } })
  },
)

test('the id of a click is the same when Slack sends it again, whatever was stored meanwhile', async () => {
  const again = await read({ trigger: '2' }, { assignedTo: { key: keyAt(future), value: null } })
  expect(again.eventId).toBe((await read({})).eventId)
})

test.each<Click>([
  { user: 'U2' },
  { ts: '1763600000.000200' },
  { actionTs: '1763600009.6' },
  { signalId: 'sig_2' },
  { actionId: 'signalpost_good' },
])('the id of a click is another for another click: %j', async (click) => {
  expect((await read(click)).eventId).not.toBe((await read({})).eventId)
})

describe('the date of a click', () => {
  const assignedTo = { userId: 'usr_bob', at: future, by: 'usr_bob' }

  test.each<[string, Partial<SignalRegisters>]>([
    ['a register', { assignedTo: { key: keyAt(future), value: assignedTo } }],
    ['a deletion', { deletedBy: keyAt(future) }],
  ])('is after that of %s that is ahead of the clock', async (_case, registers) => {
    expect((await read({}, registers)).event).toMatchObject({
      occurredAt: '2026-11-20T10:00:00.001Z',
      data: { assignedTo: { at: '2026-11-20T10:00:00.001Z' } },
    })
  })

  test('does not depend on other registers', async () => {
    const { event } = await read({}, { feedback: { key: keyAt(future), value: null } })
    expect(event).toMatchObject({ occurredAt: received })
  })

  test('moves on while a value that stands already is said again as it stands', async () => {
    const stands = { userId: 'slack:T1:U1', at: future, by: 'usr_ann' }
    const { event } = await read({}, { assignedTo: { key: keyAt(future), value: stands } })
    expect(event).toMatchObject({ occurredAt: '2026-11-20T10:00:00.001Z', data: { assignedTo: stands } })
  })
})

test.each([
  '',
  'payload=',
  'payload=%7B',
  'ssl_check=1',
  `payload=${encodeURIComponent('{"type":"view_closed"}')}`,
])('what is no click of ours has no type: %j', async (text) => {
  const unmapped = { orgId: 'org_acme', users: {}, receivedAtMs, findRegisters: () => expect.unreachable() }
  expect(await readInteraction(Buffer.from(text), unmapped)).toEqual({
    eventId: expect.stringMatching(/^[0-9a-f]{64}$/),
    type: null,
  })
})
