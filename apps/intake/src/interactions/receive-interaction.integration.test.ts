import {
  createChannel,
  loadChannels,
  mapChannelUsers,
  rotateChannelSecrets,
  type StoredChannel,
  setChannelEnabled,
} from '@signalpost/database/rules'
import { noRegisters } from '@signalpost/domain'
import { findScheme, type Scheme } from '@signalpost/signatures'
import { type Header, type RequestParts, sendRequest } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { deliver, signatureOf } from '../test-support/deliver.ts'
import { visibleParts } from '../test-support/exchange-bytes.ts'
import { openIntake, type TestIntake } from '../test-support/open-intake.ts'
import { openStore, type TestSource, type TestStore } from '../test-support/open-store.ts'
import { readLedger } from '../test-support/read-ledger.ts'

const maxBodyBytes = 8_000
/** Two seconds, plus some for a busy machine. */
const answeredWithinMs = 2_500
const invalidSignature = '{"message":"The signature is missing or not valid.","code":"signature_invalid"}'
const formType: Header = ['content-type', 'application/x-www-form-urlencoded']
const scheme = getScheme('slack')
const secret = 'a signing secret of Slack'

let store: TestStore
let intake: TestIntake
let channel: StoredChannel
let foreign: StoredChannel
let disabled: StoredChannel
let mailing: StoredChannel
let pressedAgain: StoredChannel
let pressedOddly: StoredChannel
let changed: StoredChannel
let sharing: StoredChannel
let sharingElsewhere: StoredChannel
let source: TestSource

test.beforeAll(async ({ testDatabase }) => {
  store = await openStore(testDatabase.url)
  await store.addWorkspace('org_other')
  channel = await addChannel()
  foreign = await addChannel({ orgId: 'org_other', signingSecret: 'another signing secret' })
  disabled = await addChannel()
  mailing = await addChannel({ signingSecret: undefined })
  pressedAgain = await addChannel()
  pressedOddly = await addChannel()
  changed = await addChannel()
  sharing = await addChannel()
  sharingElsewhere = await addChannel({ orgId: 'org_other' })
  source = await store.addSource({ scheme: 'slack', secret })
  await setChannelEnabled(store.database, { ...disabled, enabled: false, reason: 'off' })
  await mapChannelUsers(store.database, { ...channel, users: [{ externalUserId: 'U1', userId: 'usr_ann' }] })
  intake = await openIntake(store, { maxBodyBytes })
})

afterAll(async () => {
  await intake.stop()
  await store.close()
})

function getScheme(name: string): Scheme {
  const found = findScheme(name)
  if (found === undefined) throw new Error(`no scheme ${name}`)
  return found
}

function addChannel({
  orgId = 'org_test',
  ...secrets
}: {
  orgId?: string
  signingSecret?: string | undefined
} = {}): Promise<StoredChannel> {
  const { signingSecret } = { signingSecret: secret, ...secrets }
  return createChannel(store.database, store.secretBox, {
    orgId,
    kind: 'slack',
    name: 'Slack',
    settings: {},
    secrets: signingSecret === undefined ? {} : { botToken: 'xoxb-1', signingSecret },
  })
}

function clickOf({
  user = 'U1',
  actionTs = '1763600009.5',
  action = 'assign',
  signalId = 'sig_1',
} = {}): string {
  const payload = {
    type: 'block_actions',
    team: { id: 'T1' },
    user: { id: user },
    container: { message_ts: '1763600000.0001', channel_id: 'C1' },
    actions: [{ action_id: `signalpost_${action}`, value: signalId, action_ts: actionTs }],
  }
  return `payload=${encodeURIComponent(JSON.stringify(payload))}`
}

type Press = RequestParts & { signedWith?: string; atMs?: number }

/** Sends a signed click like Slack; the options replace its parts. */
function press(
  { channelId }: Pick<StoredChannel, 'channelId'>,
  { body = clickOf(), signedWith = secret, atMs = Date.now(), ...parts }: Press = {},
) {
  const signature = signatureOf({ scheme, settings: {}, secret: signedWith }, body, { atMs })
  return sendRequest(intake.url, {
    path: `/slack/interactions/${channelId}`,
    headers: [formType, ...signature],
    body,
    ...parts,
  })
}

const ledger = (of: StoredChannel = channel) => readLedger(store, of.channelId)
const eventsOf = async ({ channelId }: StoredChannel) => {
  const { rows } = await store.pool.query(
    'select event from deliveries where source_id = $1 order by delivery_id',
    [channelId],
  )
  return rows.map(({ event }) => event)
}

test('answers a click with an empty 200 when its bytes and its event are in the ledger', async () => {
  const body = clickOf()
  const answer = await press(channel, { body })
  expect([answer.status, answer.body]).toEqual([200, ''])
  const [row] = await ledger()
  expect(row).toMatchObject({ orgId: 'org_test', type: 'signal.assigned', status: 'queued' })
  expect(row?.eventId).toMatch(/^slk_/)
  expect(row?.body.toString()).toBe(body)
  expect(await eventsOf(channel)).toMatchObject([
    { id: row?.eventId, orgId: 'org_test', data: { assignedTo: { userId: 'usr_ann', by: 'usr_ann' } } },
  ])
})

test('keeps which secret of the channel verified a click', async () => {
  const answer = await press(channel)
  expect(answer.status).toBe(200)
  const { rows } = await store.pool.query(
    `select r.secret_id = s.secret_id as same from requests r join channel_secrets s on s.channel_id = r.source_id
     where r.source_id = $1`,
    [channel.channelId],
  )
  expect(rows[0]).toEqual({ same: true })
})

test('keeps a body that verifies again with the headers that it came with', async () => {
  await press(channel)
  const [row] = await ledger()
  const loaded = await loadChannels(store.database, store.secretBox)
  const signed = loaded.find(({ channelId }) => channelId === channel.channelId)?.secrets[0]?.values
  const atMs = Number(row?.signatureHeaders['x-slack-request-timestamp']) * 1000
  const again = signatureOf({ scheme, settings: {}, secret: signed?.signingSecret ?? '' }, row?.body ?? '', {
    atMs,
  })
  expect(row?.signatureHeaders).toEqual(Object.fromEntries(again))
})

test('gives every repetition of one click one id, and two people at once two', async () => {
  const other = { body: clickOf({ user: 'U2' }) }
  await Promise.all([press(pressedAgain), press(pressedAgain), press(pressedAgain, other)])
  const ids = (await ledger(pressedAgain)).map(({ eventId }) => eventId)
  expect([ids.length, new Set(ids).size]).toEqual([3, 2])
})

test('keeps what is no click of ours, and answers it alike', async () => {
  expect((await press(pressedOddly, { body: 'ssl_check=1' })).status).toBe(200)
  expect(await ledger(pressedOddly)).toMatchObject([{ type: null, status: 'queued' }])
  expect(await eventsOf(pressedOddly)).toEqual([null])
})

test('reads what is stored of a signal in the workspace of the channel alone', async () => {
  const signalId = 'sig_shared'
  const hourMs = 3_600_000
  const putFeedback = async (orgId: string, verdict: string, inHours: number) => {
    const at = new Date(Date.now() + inHours * hourMs).toISOString()
    const feedback = { key: { at, eventId: 'evt_1', sourceId: 'src_1' }, value: { verdict, at } }
    await store.pool.query('insert into signal_registers (org_id, signal_id, state) values ($1, $2, $3)', [
      orgId,
      signalId,
      { ...noRegisters, feedback },
    ])
    return at
  }
  const stored = {
    org_test: await putFeedback('org_test', 'good', 1),
    org_other: await putFeedback('org_other', 'bad', 2),
  }
  await press(sharing, { body: clickOf({ signalId, action: 'good' }) })
  await press(sharingElsewhere, { body: clickOf({ signalId, action: 'bad' }) })
  const after = (at: string) => new Date(Date.parse(at) + 1).toISOString()
  expect(await eventsOf(sharing)).toMatchObject([
    { occurredAt: after(stored.org_test), data: { feedback: { verdict: 'good', at: stored.org_test } } },
  ])
  expect(await eventsOf(sharingElsewhere)).toMatchObject([
    { occurredAt: after(stored.org_other), data: { feedback: { verdict: 'bad', at: stored.org_other } } },
  ])
})

describe('answers one 401 to whatever is wrong with a signature', () => {
  const body = clickOf()
  const signed = (): Header[] => signatureOf({ scheme, settings: {}, secret }, body)
  const seconds = Math.floor(Date.now() / 1000)
  const malformed: Header[] = [
    ['x-slack-request-timestamp', String(seconds)],
    ['x-slack-signature', 'v0=00'],
  ]

  test.each<[string, () => ReturnType<typeof press>]>([
    ['no signature', () => press(channel, { headers: [formType] })],
    ['a wrong secret', () => press(channel, { signedWith: 'a wrong signing secret' })],
    ['other bytes', () => press(channel, { headers: [formType, ...signed()], body: `${body}&x=1` })],
    ['a signature twice', () => press(channel, { headers: [formType, ...signed(), ...signed()] })],
    ['a malformed one', () => press(channel, { headers: [formType, ...malformed] })],
    ['too old a timestamp', () => press(channel, { atMs: (seconds - 302) * 1000 })],
    ['too new a timestamp', () => press(channel, { atMs: (seconds + 330) * 1000 })],
    ['no such channel', () => press({ channelId: 'chn_00000000000000000000000000' })],
    ["another workspace's channel", () => press(foreign)],
    ['a disabled channel', () => press(disabled)],
    ['a channel without buttons', () => press(mailing)],
  ])('%s', async (_case, send) => {
    const before = await store.pool.query('select count(*)::int as count from requests')
    const answer = await send()
    expect([answer.status, answer.body]).toEqual([401, invalidSignature])
    const reference = await press(channel, { signedWith: 'a wrong signing secret' })
    expect(visibleParts(answer)).toEqual(visibleParts(reference))
    const after = await store.pool.query('select count(*)::int as count from requests')
    expect(after.rows).toEqual(before.rows)
  })

  test('and counts the reason', async () => {
    const reasons = ['unknown_channel', 'mismatch', 'stale', 'disabled', 'missing', 'malformed']
    for (const reason of reasons) {
      expect([reason, (await intake.metric('signalpost_requests_refused_total', { reason })) > 0]).toEqual([
        reason,
        true,
      ])
    }
  })

  test('apart from refusals of hooks, beside what was accepted', async () => {
    const interactions = (outcome: string) => intake.metric('signalpost_interactions_total', { outcome })
    const [accepted, refused] = [await interactions('accepted'), await interactions('refused')]
    await press(channel, { signedWith: 'a wrong signing secret' })
    await press(channel)
    expect([await interactions('accepted'), await interactions('refused')]).toEqual([
      accepted + 1,
      refused + 1,
    ])
  })
})

test.each<[number, string, RequestParts]>([
  [405, 'method_not_allowed', { method: 'PUT' }],
  [413, 'body_too_large', { body: `payload=${'x'.repeat(maxBodyBytes)}` }],
])('answers %i %s before it looks for the channel', async (status, code, parts) => {
  for (const channelId of [channel.channelId, 'chn_none']) {
    const answer = await press({ channelId }, parts)
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([status, code])
  }
})

test.each<[string, Header[]]>([
  ['with parameters', [['content-type', 'application/x-www-form-urlencoded; charset=utf-8']]],
  ['that is another', [['content-type', 'text/plain;charset=UTF-8']]],
  ['that is not there', []],
])('takes a content type %s, and queries in the path', async (_, contentType) => {
  const body = clickOf()
  const path = `/slack/interactions/${channel.channelId}?x=1`
  const signed = [...contentType, ...signatureOf({ scheme, settings: {}, secret }, body)]
  expect((await press(channel, { path, headers: signed, body })).status).toBe(200)
  const unsigned = await press(channel, { path, headers: contentType, body })
  expect([unsigned.status, JSON.parse(unsigned.body).code]).toEqual([401, 'signature_invalid'])
})

test('follows rotations, users and the switch of a channel within 5 s', async () => {
  const rotate = (signingSecret: string, overlapMs: number) =>
    rotateChannelSecrets(store.database, store.secretBox, {
      ...changed,
      secrets: { botToken: 'xoxb-1', signingSecret },
      overlapMs,
    })
  const next = { signedWith: 'the next signing secret' }
  await mapChannelUsers(store.database, { ...changed, users: [{ externalUserId: 'U1', userId: 'usr_bea' }] })
  await rotate(next.signedWith, 60_000)
  await expect.poll(async () => (await press(changed, next)).status).toBe(200)
  expect((await press(changed)).status).toBe(200)
  expect((await eventsOf(changed)).at(-1)).toMatchObject({ data: { assignedTo: { userId: 'usr_bea' } } })
  await rotate('the last signing secret', 0)
  await expect.poll(async () => (await press(changed, next)).status).toBe(401)
  expect((await press(changed, { signedWith: 'the last signing secret' })).status).toBe(200)
  await setChannelEnabled(store.database, { ...changed, enabled: false, reason: null })
  const last = () => press(changed, { signedWith: 'the last signing secret' })
  await expect.poll(async () => (await last()).status).toBe(401)
})

test('takes nothing for a source by the path of a channel, nor the other way round', async () => {
  expect((await deliver(intake, source)).status).toBe(202)
  expect((await press({ channelId: source.sourceId })).status).toBe(401)
  const asSource = { ...source, sourceId: channel.channelId }
  expect((await deliver(intake, asSource)).status).toBe(401)
})

test.each(['signal_registers', 'requests'])(
  'answers 503 within 2 s while %s lets nothing in',
  async (table) => {
    const lock = await store.pool.connect()
    try {
      await lock.query(`begin; lock table ${table} in access exclusive mode`)
      const startedAtMs = performance.now()
      const answer = await press(channel, { body: clickOf({ actionTs: '1763600010.5' }) })
      expect(performance.now() - startedAtMs).toBeLessThan(answeredWithinMs)
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([503, 'unavailable'])
    } finally {
      await lock.query('rollback')
      lock.release()
    }
    expect((await press(channel)).status).toBe(200)
  },
)
