import { randomBytes } from 'node:crypto'
import { test } from '@signalpost/testing/test'
import { beforeEach, describe, expect } from 'vitest'
import { readRegistryVersion } from '../access/sources/load-sources.ts'
import { createWorkspace } from '../access/workspaces.ts'
import type { Database } from '../database.ts'
import { createSecretBox } from '../secret-box.ts'
import { openChannelSecrets, rotateChannelSecrets } from './channel-secrets.ts'
import { mapChannelUsers } from './channel-users.ts'
import { createChannel, getChannel, listChannels, type StoredChannel, setChannelEnabled } from './channels.ts'
import { loadChannels } from './load-channels.ts'
import { listSuppressedAddresses, suppressAddress } from './suppressed-addresses.ts'

const hourMs = 3_600_000
const secretBox = createSecretBox(randomBytes(32))
let database: Database
let channel: StoredChannel

test.beforeAll(async ({ database: openedDatabase }) => {
  database = openedDatabase
  for (const orgId of ['org_one', 'org_two']) {
    await createWorkspace(database, {
      orgId,
      name: orgId,
      plan: 'standard',
      accountIntelligence: false,
      analysisAllowance: 100,
    })
  }
})

beforeEach(async () => {
  channel = await createChannel(database, secretBox, {
    orgId: 'org_one',
    kind: 'slack',
    name: 'Sales',
    settings: { channel: '#sales' },
    secrets: { signingSecret: 'first secret' },
  })
})

const ours = () => ({ channelId: channel.channelId, orgId: 'org_one' })
const loaded = async () => {
  const channels = await loadChannels(database, secretBox)
  return channels.find(({ channelId }) => channelId === channel.channelId)
}
const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: 'not_found' })

describe('createChannel', () => {
  test('keeps secrets sealed, and opens them for the processes that use them', async () => {
    expect(channel).toMatchObject({ state: 'active', reason: null, settings: { channel: '#sales' } })
    expect(JSON.stringify(channel)).not.toContain('first secret')
    const { ciphertext } = await database
      .selectFrom('channel_secrets')
      .select('ciphertext')
      .where('channel_id', '=', channel.channelId)
      .executeTakeFirstOrThrow()
    expect(ciphertext.includes('first secret')).toBe(false)
    expect(await loaded()).toEqual({
      channelId: channel.channelId,
      orgId: 'org_one',
      kind: 'slack',
      settings: { channel: '#sales' },
      enabled: true,
      secrets: [
        { secretId: expect.any(String), values: { signingSecret: 'first secret' }, validUntil: null },
      ],
      sealedSecretIds: [],
      users: {},
    })
  })

  test('binds secrets to their channel: those of another do not open', async () => {
    const other = await createChannel(database, secretBox, {
      ...channel,
      secrets: { signingSecret: 'other secret' },
    })
    await database
      .updateTable('channel_secrets')
      .set({
        ciphertext: (eb) =>
          eb
            .selectFrom('channel_secrets as s')
            .select('s.ciphertext')
            .where('s.channel_id', '=', other.channelId),
      })
      .where('channel_id', '=', channel.channelId)
      .execute()
    expect(await loaded()).toMatchObject({ secrets: [], sealedSecretIds: [expect.any(String)] })
    await expect(openChannelSecrets(database, secretBox, ours())).rejects.toThrow()
    await database.deleteFrom('channel_secrets').where('channel_id', '=', channel.channelId).execute()
  })
})

describe('rotateChannelSecrets', () => {
  const rotate = (signingSecret: string, overlapMs: number) =>
    rotateChannelSecrets(database, secretBox, { ...ours(), secrets: { signingSecret }, overlapMs })
  const texts = async () =>
    (await openChannelSecrets(database, secretBox, ours())).map(({ secrets }) => secrets.signingSecret)

  test('keeps the newest and the one before until the overlap ends', async () => {
    const before = Date.now()
    await rotate('second secret', hourMs)
    const { previousValidUntil } = await rotate('third secret', 2 * hourMs)
    expect(Math.abs(previousValidUntil.getTime() - before - 2 * hourMs)).toBeLessThan(60_000)
    expect(await texts()).toEqual(['third secret', 'second secret'])
    expect((await loaded())?.secrets.map(({ validUntil }) => validUntil)).toEqual([null, previousValidUntil])
  })

  test('an overlap of 0 ends all others at once', async () => {
    await rotate('second secret', hourMs)
    await rotate('third secret', 0)
    expect(await texts()).toEqual(['third secret'])
  })

  test('never reaches a channel of another workspace', async () => {
    const theirs = { ...ours(), orgId: 'org_two' }
    await refused(
      rotateChannelSecrets(database, secretBox, { ...theirs, secrets: { signingSecret: 'x' }, overlapMs: 0 }),
    )
    expect(await openChannelSecrets(database, secretBox, theirs)).toEqual([])
    expect(await texts()).toEqual(['first secret'])
  })
})

test('a channel is found, listed and switched in its own workspace only', async () => {
  const { channelId } = channel
  expect(await getChannel(database, ours())).toEqual(channel)
  await refused(getChannel(database, { channelId, orgId: 'org_two' }))
  expect((await listChannels(database, 'org_one')).map((one) => one.channelId)).toContain(channelId)
  expect(await listChannels(database, 'org_two')).toEqual([])
  await refused(
    setChannelEnabled(database, { channelId, orgId: 'org_two', enabled: false, reason: 'no reason' }),
  )
  expect((await getChannel(database, ours())).state).toBe('active')
})

test('enabling a channel forgets why it was disabled, and its failures', async () => {
  const disabled = await setChannelEnabled(database, { ...ours(), enabled: false, reason: 'no_service' })
  expect(disabled).toMatchObject({ state: 'disabled', reason: 'no_service' })
  expect(await loaded()).toMatchObject({ enabled: false })
  await database
    .updateTable('channel_health')
    .set({ failing_since: new Date(), consecutive_failures: 7, paused_until: new Date() })
    .where('channel_id', '=', channel.channelId)
    .execute()
  const enabled = await setChannelEnabled(database, { ...ours(), enabled: true, reason: null })
  expect(enabled).toMatchObject({ state: 'active', reason: null })
  const health = await database
    .selectFrom('channel_health')
    .selectAll()
    .where('channel_id', '=', channel.channelId)
    .executeTakeFirstOrThrow()
  expect(health).toMatchObject({ failing_since: null, consecutive_failures: 0, paused_until: null })
})

test("a later word on a channel's user replaces the earlier", async () => {
  await mapChannelUsers(database, {
    ...ours(),
    users: [
      { externalUserId: 'U1', userId: 'usr_ann' },
      { externalUserId: 'U2', userId: 'usr_bob' },
    ],
  })
  const users = [
    { externalUserId: 'U2', userId: 'usr_bert' },
    { externalUserId: 'U2', userId: 'usr_bea' },
  ]
  expect(await mapChannelUsers(database, { ...ours(), users })).toEqual([
    { externalUserId: 'U1', userId: 'usr_ann' },
    { externalUserId: 'U2', userId: 'usr_bea' },
  ])
  await refused(mapChannelUsers(database, { ...ours(), orgId: 'org_two', users }))
  expect((await loaded())?.users).toEqual({ U1: 'usr_ann', U2: 'usr_bea' })
})

test('whatever the intake holds of a channel moves the version of the registry, its health does not', async () => {
  const versions = [await readRegistryVersion(database)]
  const note = async () => versions.push(await readRegistryVersion(database))
  await setChannelEnabled(database, { ...ours(), enabled: false, reason: null })
  await note()
  await rotateChannelSecrets(database, secretBox, {
    ...ours(),
    secrets: { signingSecret: 'x' },
    overlapMs: 0,
  })
  await note()
  await mapChannelUsers(database, { ...ours(), users: [{ externalUserId: 'U1', userId: 'usr_ann' }] })
  await note()
  await createChannel(database, secretBox, { ...channel, secrets: {} })
  await note()
  expect(new Set(versions).size).toBe(5)
  await database.updateTable('channel_health').set({ consecutive_failures: 1 }).execute()
  expect(await readRegistryVersion(database)).toBe(versions.at(-1))
})

describe('suppressAddress', () => {
  const suppress = (address: string, until: Date | null, orgId = 'org_one') =>
    suppressAddress(database, {
      orgId,
      channelId: channel.channelId,
      address,
      reason: until === null ? 'unsubscribed' : 'refused',
      until,
    })
  const left = () => listSuppressedAddresses(database, ours())

  test('leaves an address out, whatever its capitals, until its moment', async () => {
    const until = new Date(Date.now() + hourMs)
    expect(await suppress('Ann@Example.com', until)).toBe(true)
    expect(await suppress('bob@example.com', new Date(Date.now() - 1))).toBe(true)
    expect(await left()).toEqual([
      { address: 'ann@example.com', reason: 'refused', until, since: expect.any(Date) },
    ])
  })

  test('keeps a permanent suppression permanent', async () => {
    await suppress('ann@example.com', null)
    await suppress('ANN@example.com', new Date())
    expect(await left()).toEqual([
      { address: 'ann@example.com', reason: 'unsubscribed', until: null, since: expect.any(Date) },
    ])
  })

  test('never reaches a channel of another workspace', async () => {
    expect(await suppress('ann@example.com', null, 'org_two')).toBe(false)
    expect(await left()).toEqual([])
  })
})
