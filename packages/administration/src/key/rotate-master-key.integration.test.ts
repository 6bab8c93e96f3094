import { createCipheriv, randomBytes } from 'node:crypto'
import { createSecretBox, type Database, inspectSecrets, type SecretBox } from '@signalpost/database'
import { createSource, createWorkspace, loadSources, rotateSourceSecret } from '@signalpost/database/access'
import { createChannel, openChannelSecrets, rotateChannelSecrets } from '@signalpost/database/rules'
import { createWarehouse, openWarehouseSecrets } from '@signalpost/database/warehouses'
import { defaultCell } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { beforeEach, expect } from 'vitest'
import { performAct } from '../perform-act.ts'
import { admin } from '../test-support/callers.ts'
import { rotateMasterKeyAct } from './rotate-master-key.ts'

const orgId = 'org_one'
let [older, newest] = [randomBytes(32), randomBytes(32)]
let old: SecretBox
let rotating: SecretBox
let rotated: SecretBox
let database: Database

test.beforeAll(async ({ database: opened }) => {
  database = opened
  const plan = { plan: 'standard', accountIntelligence: false, analysisAllowance: 100 }
  await createWorkspace(database, { orgId, name: 'One', ...plan })
})

beforeEach(async () => {
  for (const table of ['source_secrets', 'channel_secrets', 'warehouses']) {
    await sql`delete from ${sql.table(table)}`.execute(database)
  }
  older = randomBytes(32)
  newest = randomBytes(32)
  old = createSecretBox(older)
  rotating = createSecretBox(newest, older)
  rotated = createSecretBox(newest)
})

const rotate = (secretBox: SecretBox = rotating) =>
  performAct(
    { database, secretBox, cell: defaultCell, nowMs: Date.now },
    { caller: admin, act: rotateMasterKeyAct, input: {} },
  )

async function auditRows(): Promise<unknown[]> {
  const { rows } = await sql`
    select org_id, act, after from audit_log where act = 'key.rotate_master' order by audit_id`.execute(
    database,
  )
  return rows
}

async function addSource(secretBox: SecretBox, secret: string): Promise<string> {
  const { sourceId } = await createSource(database, secretBox, {
    ...{ orgId, name: 'Feed', scheme: 'service-v1', settings: {}, toleranceSeconds: 300 },
    ...{ ratePerMinute: null, secret },
  })
  return sourceId
}

async function secretsOf(secretBox: SecretBox, sourceId: string): Promise<string[]> {
  const source = (await loadSources(database, secretBox)).find((one) => one.sourceId === sourceId)
  return source?.secrets.map(({ text }) => text) ?? []
}

test('reseals the secrets of sources, channels and warehouses, ended ones and those of 0.1.0 too', async () => {
  const sourceId = await addSource(old, 'first')
  await rotateSourceSecret(database, old, { sourceId, secret: 'second', overlapMs: 0 })
  const early = await addSource(old, 'early')
  await sql`
    update source_secrets set ciphertext = ${sealedBy010(older, 'early', `source:${early}`)}
    where source_id = ${early}`.execute(database)
  const { channelId } = await createChannel(database, old, {
    ...{ orgId, kind: 'webhook', name: 'CRM', secrets: { secret: 'hush' } },
    settings: { url: 'https://crm.example/hook', events: ['signal.read'] },
  })
  await rotateChannelSecrets(database, old, {
    ...{ channelId, orgId, overlapMs: 60_000 },
    secrets: { secret: 'hush again' },
  })
  const { warehouseId } = await createWarehouse(database, old, {
    ...{ orgId, kind: 'postgres', name: 'Lake', settings: {}, secrets: { url: 'postgres://h/d' } },
    ...{ location: 'h', intervalMs: 20_000, excludesPersonal: false, hasBounds: false },
  })
  const before = (await auditRows()).length

  expect(await rotate()).toEqual({ resealed: 6, locked: [], left: 0 })
  expect(await inspectSecrets(database, rotated)).toEqual({ openedBy: [6], stale: [], lockedOwners: [] })
  expect(await secretsOf(rotated, sourceId)).toEqual(['second'])
  expect(await secretsOf(rotated, early)).toEqual(['early'])
  const channel = await openChannelSecrets(database, rotated, { channelId, orgId })
  expect(channel.map(({ secrets }) => secrets)).toEqual([{ secret: 'hush again' }, { secret: 'hush' }])
  expect(await openWarehouseSecrets(database, rotated, { warehouseId, orgId })).toEqual({
    url: 'postgres://h/d',
  })
  expect((await auditRows()).slice(before)).toEqual([
    { org_id: null, act: 'key.rotate_master', after: { resealed: 6 } },
  ])

  expect(await rotate()).toEqual({ resealed: 0, locked: [], left: 0 })
  expect(await auditRows()).toHaveLength(before + 1)
})

test('continues after a crash at any point, and logs the rotation then', async () => {
  const count = 5
  for (let crashAt = 1; crashAt <= count; crashAt += 1) {
    await sql`delete from source_secrets`.execute(database)
    const sources: [string, string][] = []
    for (let index = 0; index < count; index += 1) {
      sources.push([await addSource(old, `secret ${index}`), `secret ${index}`])
    }
    const before = (await auditRows()).length
    await expect(rotate(crashingAt(crashAt))).rejects.toThrow('crashed')
    expect(await auditRows()).toHaveLength(before)
    expect((await inspectSecrets(database, rotating)).openedBy).toEqual([crashAt - 1, count - crashAt + 1])
    for (const [sourceId, secret] of sources) expect(await secretsOf(rotating, sourceId)).toEqual([secret])

    const resealed = count - crashAt + 1
    expect(await rotate()).toEqual({ resealed, locked: [], left: 0 })
    expect((await auditRows()).slice(before)).toMatchObject([{ after: { resealed } }])
    for (const [sourceId, secret] of sources) expect(await secretsOf(rotated, sourceId)).toEqual([secret])
  }
})

test('loses no secret that other processes store meanwhile, under either key', async () => {
  const sourceIds: string[] = []
  for (let index = 0; index < 20; index += 1) sourceIds.push(await addSource(old, 'first'))
  const newestOf = new Map<string, string>()
  let isOver = false
  const write = async (secretBox: SecretBox, chosen: string[], name: string): Promise<void> => {
    for (let round = 0; !isOver; round += 1) {
      const sourceId = chosen[round % chosen.length] ?? ''
      const secret = `${name} ${round}`
      await rotateSourceSecret(database, secretBox, { sourceId, secret, overlapMs: 60_000 })
      newestOf.set(sourceId, secret)
    }
  }
  const writing = [write(old, sourceIds.slice(0, 10), 'old'), write(rotating, sourceIds.slice(10), 'new')]
  const first = await rotate().finally(() => {
    isOver = true
  })
  await Promise.all(writing)
  expect(first).toMatchObject({ locked: [] })
  await rotate()
  expect((await inspectSecrets(database, rotated)).lockedOwners).toEqual([])
  for (const sourceId of sourceIds) {
    expect((await secretsOf(rotated, sourceId))[0]).toBe(newestOf.get(sourceId) ?? 'first')
  }
})

test('ends although each secret comes back under the older key, and counts what is left', async () => {
  await addSource(old, 'first')
  await addSource(old, 'second')
  await sql`
    create function store_again() returns trigger language plpgsql as $$
    begin
      insert into source_secrets (source_id, ciphertext)
      values (new.source_id, old.ciphertext);
      return null;
    end $$`.execute(database)
  await sql`create trigger store_again after update on source_secrets for each row execute function store_again()`.execute(
    database,
  )
  try {
    expect(await rotate()).toEqual({ resealed: 2, locked: [], left: 2 })
  } finally {
    await sql`drop function store_again() cascade`.execute(database)
  }
  expect(await rotate()).toEqual({ resealed: 2, locked: [], left: 0 })
})

test('two rotations at once reseal each secret and end', async () => {
  for (let index = 0; index < 10; index += 1) await addSource(old, `secret ${index}`)
  const both = await Promise.all([rotate(), rotate()])
  expect(both.reduce((sum, { resealed }) => sum + resealed, 0)).toBeGreaterThanOrEqual(10)
  expect(await inspectSecrets(database, rotated)).toEqual({ openedBy: [10], stale: [], lockedOwners: [] })
})

test('names what no key opens, and leaves it', async () => {
  const lost = await addSource(createSecretBox(randomBytes(32)), 'lost')
  const ended = await addSource(createSecretBox(randomBytes(32)), 'ended')
  await sql`update source_secrets set valid_until = now() where source_id = ${ended}`.execute(database)
  await addSource(old, 'kept')
  expect(await rotate()).toEqual({ resealed: 1, locked: [lost], left: 0 })
})

/** A box whose nth sealing fails, as a process that dies there. */
function crashingAt(nth: number): SecretBox {
  let sealings = 0
  return {
    ...rotating,
    seal: (secret, context) => {
      sealings += 1
      if (sealings === nth) throw new Error('crashed')
      return rotating.seal(secret, context)
    },
  }
}

/** What 0.1.0 stored: sealed under the master key itself. */
function sealedBy010(masterKey: Buffer, secret: string, context: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(context))
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}
