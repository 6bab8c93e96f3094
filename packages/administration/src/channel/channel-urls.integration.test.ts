import { listAuditEntries, recordAudit } from '@signalpost/database/acts'
import { getChannel, openChannelSecrets } from '@signalpost/database/rules'
import { startWebhookReceiver } from '@signalpost/testing'
import { startService } from '@signalpost/testing/services'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { performAct } from '../perform-act.ts'
import type { CaseServices } from '../test-support/act-case.ts'
import { addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { openServices } from '../test-support/open-services.ts'
import { createChannelAct } from './create-channel.ts'
import { editChannelAct } from './edit-channel.ts'
import { listChannelsRead } from './list-channels.ts'
import { getChannelRead } from './read-channel.ts'
import { rotateChannelAct } from './rotate-channel.ts'
import { sealStoredUrls } from './seal-stored-urls.ts'
import { testChannelAct } from './trying/test-channel.ts'

const orgId = 'org_one'
const token = 'hook-0123456789'
const header = 'Authorization: Bearer SECRET-TOKEN-123456'
let services: CaseServices
let close: () => Promise<void>
const receiver = await startService(({ headers, path }) => ({
  status: 200,
  body: JSON.stringify({ ...headers, path }),
}))

beforeAll(async () => {
  ;({ services, close } = await openServices())
  await addWorkspace(services, orgId)
})

afterAll(() => Promise.all([close(), receiver.close()]))

const person = (loggedInAtMs: number) => ({
  actor: { kind: 'person' as const, id: 'usr_admin' },
  ...{ orgId, role: 'admin' as const, isOperator: false, loggedInAtMs, address: null, requestId: null },
})
const create = (kind: string, url: string, secrets: Record<string, string> = {}) =>
  performAct(services, {
    caller: admin,
    act: createChannelAct,
    input: { orgId, kind, name: 'Hook', settings: { url }, secrets },
  })
const edit = (channelId: string, changes: object, caller = person(Date.now())) =>
  performAct(services, { caller, act: editChannelAct, input: { orgId, channelId, ...changes } })
const show = (channelId: string) =>
  getChannelRead.perform(
    { ...services, intakeUrl: 'https://hooks.example' },
    { caller: admin, input: { orgId, channelId } },
  )
const sendTest = (channelId: string) =>
  performAct(services, { caller: admin, act: testChannelAct, input: { orgId, channelId } })

async function storedTexts(): Promise<string> {
  const tables = ['audit_log', 'channels', 'messages', 'attempts']
  const texts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(
        services.database,
      )
      return JSON.stringify(rows)
    }),
  )
  return texts.join('\n')
}

test.for([
  ['http', { header }],
  ['webhook', {}],
] as const)(
  'the URL of a channel of the kind %s that opens its receiver is sealed, and nothing shows it',
  async ([kind, secrets]) => {
    const [path, moved] = [`/services/${token}/catch?key=k-77`, `/services/${token}/other`]
    const created = await create(kind, receiver.url + path, secrets)
    const { channelId } = created
    expect(created.settings.url).toBe(`${receiver.url}/ [secret]`)
    receiver.requests.length = 0
    const tested = await sendTest(channelId)
    expect(receiver.requests.map((request) => request.path)).toEqual([path])

    const same = await edit(channelId, { name: 'Renamed', settings: { url: created.settings.url } })
    expect(same).toMatchObject({ name: 'Renamed', settings: { url: `${receiver.url}/ [secret]` } })
    const edited = await edit(channelId, { settings: { url: receiver.url + moved } }, person(0))
    await performAct(services, {
      caller: admin,
      act: rotateChannelAct,
      input: { channelId, overlapSeconds: 0, secrets: kind === 'http' ? { header: `${header}7` } : {} },
    })
    receiver.requests.length = 0
    const again = await sendTest(channelId)
    expect(receiver.requests.map((request) => request.path)).toEqual([moved])
    const [opened] = await openChannelSecrets(services.database, services.secretBox, { orgId, channelId })
    expect(opened?.secrets.url).toBe(receiver.url + moved)
    const shown = [JSON.stringify([created, tested, same, edited, again]), await storedTexts()].join('\n')
    for (const part of [token, 'k-77', 'SECRET-TOKEN', '/catch', '/other']) expect(shown).not.toContain(part)
    const { rows } = await sql<{ replaced: unknown }>`
    select after -> 'replaced' as replaced from audit_log
    where act = 'channel.edit' and target_id = ${channelId} order by audit_id`.execute(services.database)
    expect(rows).toEqual([{ replaced: null }, { replaced: ['url'] }])
  },
)

test('a channel shows the secrets that it has, without their values', async () => {
  const { channelId } = await create('http', `${receiver.url}/alerts`)
  expect(await show(channelId)).toMatchObject({ secrets: [], isSealed: false })
  const other = await create('http', `${receiver.url}/alerts`, { header: 'Authorization: Bearer mine' })
  expect(await show(other.channelId)).toMatchObject({ secrets: [{ validUntil: null }], isSealed: false })
})

test('a URL that was stored openly is shown like a sealed one, and sealed with the next change', async () => {
  const { channelId } = await create('webhook', `${receiver.url}/hook`)
  const url = `${receiver.url}/services/${token}`
  await sql`
    update channels set settings = settings || jsonb_build_object('url', ${url}::text)
    where channel_id = ${channelId}`.execute(services.database)
  receiver.requests.length = 0
  const tested = await sendTest(channelId)
  expect(receiver.requests.map((request) => request.path)).toEqual([`/services/${token}`])
  expect(JSON.stringify(tested)).not.toContain(token)
  const shown = [
    await listChannelsRead.perform(services, { caller: admin, input: { orgId } }),
    await show(channelId),
  ]
  expect(JSON.stringify(shown)).toContain(`${receiver.url}/ [secret]`)
  expect(JSON.stringify(shown)).not.toContain(token)
  const renamed = await edit(channelId, { name: 'Renamed' })
  expect(renamed.settings.url).toBe(`${receiver.url}/ [secret]`)
  expect(await storedTexts()).not.toContain(token)
  const actor = { kind: 'cli' as const, id: 'earlier version' }
  const entry = { orgId, actor, act: 'channel.create', target: { type: 'channel', id: channelId } }
  await services.database
    .transaction()
    .execute((transaction) =>
      recordAudit(transaction, [
        { ...entry, before: null, after: { settings: { url } }, address: null, requestId: null },
      ]),
    )
  expect(JSON.stringify(await listAuditEntries(services.database, { orgId }, { limit: 100 }))).not.toContain(
    token,
  )
  await sendTest(channelId)
  expect(receiver.requests.at(-1)?.path).toBe(`/services/${token}`)
})

test('URLs that were stored openly are sealed a day after the upgrade, and not before', async () => {
  const { channelId, secret } = await create('webhook', `${receiver.url}/hook`)
  const url = `${receiver.url}/services/${token}`
  await sql`
    update channels set settings = settings || jsonb_build_object('url', ${url}::text)
    where channel_id = ${channelId}`.execute(services.database)
  const opened = async () =>
    (await openChannelSecrets(services.database, services.secretBox, { orgId, channelId }))[0]?.secrets
  expect(await sealStoredUrls(services)).toBe(0)
  expect(await opened()).toEqual({ secret })
  await sql`
    update kysely_migration set timestamp = (now() - interval '25 hours')::text
    where name = '0091-platform-shares'`.execute(services.database)
  expect(await sealStoredUrls(services)).toBe(1)
  expect(await sealStoredUrls(services)).toBe(0)
  expect(await opened()).toEqual({ secret, url })
  const { settings } = await getChannel(services.database, { channelId })
  expect(settings.url).toBe(`${receiver.url}/ [secret]`)
  await sendTest(channelId)
  expect(receiver.requests.at(-1)?.path).toBe(`/services/${token}`)
})

test('a URL on another origin needs what is sent there again, and a recent login', async () => {
  const elsewhere = await startWebhookReceiver()
  try {
    const { channelId } = await create('http', `${receiver.url}/notes`, { header })
    const settings = { url: `${elsewhere.url}/attacker` }
    await expect(edit(channelId, { settings })).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [
        { path: 'secrets.header', message: 'is needed again, because the url leads to another origin' },
      ],
    })
    await expect(edit(channelId, { settings, secrets: { header } }, person(0))).rejects.toMatchObject({
      code: 'login_required',
    })
    await sendTest(channelId)
    expect([receiver.requests.at(-1)?.path, elsewhere.requests]).toEqual(['/notes', []])

    await edit(channelId, { settings, secrets: { header: null } })
    const [opened] = await openChannelSecrets(services.database, services.secretBox, { orgId, channelId })
    expect(opened?.secrets).toEqual({})
    await edit(channelId, { settings: { url: `${receiver.url}/back` }, secrets: {} })
    await expect(edit(channelId, { secrets: { header } })).rejects.toMatchObject({
      issues: [
        { path: 'secrets.header', message: 'goes only with a URL on another origin; rotate it instead' },
      ],
    })
  } finally {
    await elsewhere.close()
  }
})

test('the secret that signs is kept: no receiver gets it', async () => {
  const { channelId, secret } = await create('webhook', `${receiver.url}/hook`)
  await edit(channelId, { settings: { url: 'https://elsewhere.example/hook' } })
  await expect(
    edit(channelId, { settings: { url: 'https://third.example/hook' } }, person(0)),
  ).rejects.toMatchObject({ code: 'login_required' })
  const [opened] = await openChannelSecrets(services.database, services.secretBox, { orgId, channelId })
  expect(opened?.secrets).toEqual({ secret })
})

test('what is shown of a URL is no URL to create a channel with', async () => {
  await expect(create('http', 'https://hooks.example/ [secret]')).rejects.toMatchObject({
    issues: [{ path: 'settings.url', message: 'expected the whole URL, not what is shown of it' }],
  })
})
