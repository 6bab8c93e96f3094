import { randomBytes } from 'node:crypto'
import { test } from '@signalpost/testing/test'
import { beforeEach, describe, expect } from 'vitest'
import type { Database } from '../../database.ts'
import { createSecretBox } from '../../secret-box.ts'
import { createWorkspace } from '../workspaces.ts'
import { loadSources, readRegistryVersion } from './load-sources.ts'
import { listRejections, recordRejections, recordSourceActivity } from './source-activity.ts'
import {
  createSource,
  findNewestSecret,
  findSource,
  listSources,
  rotateSourceSecret,
  type Source,
  setSourceEnabled,
} from './sources.ts'

const hourMs = 3_600_000
const secretBox = createSecretBox(randomBytes(32))
let database: Database
let source: Source

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
  source = await createSource(database, secretBox, {
    orgId: 'org_one',
    name: 'Feed',
    scheme: 'body-hmac',
    settings: { header: 'x-sum', encoding: 'hex' },
    toleranceSeconds: 300,
    ratePerMinute: 60,
    secret: 'first secret',
  })
})

describe('createSource', () => {
  test('keeps the secret sealed, and what it says comes back for the intake', async () => {
    const { ciphertext } = await database
      .selectFrom('source_secrets')
      .select('ciphertext')
      .where('source_id', '=', source.sourceId)
      .executeTakeFirstOrThrow()
    expect(ciphertext.includes('first secret')).toBe(false)
    expect(await loaded()).toEqual({
      sourceId: source.sourceId,
      orgId: 'org_one',
      scheme: 'body-hmac',
      settings: { header: 'x-sum', encoding: 'hex' },
      toleranceSeconds: 300,
      ratePerMinute: 60,
      enabled: true,
      sealedSecretIds: [],
      secrets: [{ secretId: expect.any(String), text: 'first secret', validUntil: null }],
    })
  })

  test('binds the secret to its source', async () => {
    const other = await createSource(database, secretBox, { ...source, secret: 'another secret' })
    await database
      .updateTable('source_secrets')
      .set({
        ciphertext: (eb) =>
          eb
            .selectFrom('source_secrets as s')
            .select('s.ciphertext')
            .where('s.source_id', '=', source.sourceId),
      })
      .where('source_id', '=', other.sourceId)
      .execute()
    const sources = await loadSources(database, secretBox)
    const moved = sources.find((one) => one.sourceId === other.sourceId)
    expect(moved).toMatchObject({ secrets: [], sealedSecretIds: [expect.any(String)] })
    expect(await loaded()).toMatchObject({ sealedSecretIds: [] })
    await database.deleteFrom('source_secrets').where('source_id', '=', other.sourceId).execute()
  })
})

describe('rotateSourceSecret', () => {
  const rotate = (secret: string, overlapMs: number) =>
    rotateSourceSecret(database, secretBox, { sourceId: source.sourceId, secret, overlapMs })

  test('leaves the newest and the one before, until the overlap ends', async () => {
    const before = Date.now()
    await rotate('second secret', hourMs)
    const { previousValidUntil } = await rotate('third secret', 2 * hourMs)
    expect(Math.abs(previousValidUntil.getTime() - before - 2 * hourMs)).toBeLessThan(60_000)
    expect((await loaded())?.secrets).toEqual([
      { secretId: expect.any(String), text: 'third secret', validUntil: null },
      { secretId: expect.any(String), text: 'second secret', validUntil: previousValidUntil },
    ])
    expect(await findNewestSecret(database, secretBox, source.sourceId)).toBe('third secret')
  })

  test('ends all others at once without an overlap', async () => {
    await rotate('second secret', hourMs)
    await rotate('third secret', 0)
    expect((await loaded())?.secrets.map((secret) => secret.text)).toEqual(['third secret'])
  })

  test('does not lengthen the life of a secret that had ended', async () => {
    await rotate('second secret', 0)
    await rotate('third secret', hourMs)
    expect((await loaded())?.secrets.map((secret) => secret.text)).toEqual(['third secret', 'second secret'])
  })

  test('answers not_found in another workspace and changes nothing', async () => {
    const input = { sourceId: source.sourceId, orgId: 'org_two', secret: 'stolen secret', overlapMs: 0 }
    await expect(rotateSourceSecret(database, secretBox, input)).rejects.toMatchObject({ code: 'not_found' })
    expect((await loaded())?.secrets.map((secret) => secret.text)).toEqual(['first secret'])
  })
})

test('a source without a valid secret is loaded without secrets', async () => {
  await database
    .updateTable('source_secrets')
    .set({ valid_until: new Date(0) })
    .where('source_id', '=', source.sourceId)
    .execute()
  expect((await loaded())?.secrets).toEqual([])
  expect(await findNewestSecret(database, secretBox, source.sourceId)).toBeUndefined()
})

test('a source is found, listed and switched within its workspace only', async () => {
  const { sourceId } = source
  expect(await findSource(database, { sourceId, orgId: 'org_one' })).toEqual(source)
  expect(await findSource(database, { sourceId, orgId: 'org_two' })).toBeUndefined()
  expect((await listSources(database, 'org_one')).map((one) => one.sourceId)).toContain(sourceId)
  expect((await listSources(database, 'org_two')).map((one) => one.sourceId)).not.toContain(sourceId)
  const foreign = setSourceEnabled(database, { sourceId, orgId: 'org_two', enabled: false })
  await expect(foreign).rejects.toMatchObject({ code: 'not_found' })
  expect((await loaded())?.enabled).toBe(true)
})

test('every change of a source moves the registry, and its activity does not', async () => {
  const versions = [await readRegistryVersion(database)]
  const note = async () => versions.push(await readRegistryVersion(database))
  await setSourceEnabled(database, { sourceId: source.sourceId, enabled: false })
  await note()
  await rotateSourceSecret(database, secretBox, {
    sourceId: source.sourceId,
    secret: 'x'.repeat(8),
    overlapMs: 0,
  })
  await note()
  await createSource(database, secretBox, { ...source, secret: 'another secret' })
  await note()
  expect(new Set(versions).size).toBe(4)
  await recordSourceActivity(database, {
    deliveries: [{ sourceId: source.sourceId, at: new Date() }],
    secrets: [],
  })
  expect(await readRegistryVersion(database)).toBe(versions.at(-1))
})

describe('recordSourceActivity', () => {
  test('keeps the latest moment of each source and secret', async () => {
    const secretId = (await loaded())?.secrets[0]?.secretId ?? ''
    const at = (ms: number) => ({ sourceId: source.sourceId, at: new Date(ms) })
    const use = (ms: number) => ({ secretId, step: new Date(0), uses: 1, lastAt: new Date(ms) })
    await recordSourceActivity(database, {
      deliveries: [at(3000), at(5000)],
      secrets: [use(3000), use(5000)],
    })
    await recordSourceActivity(database, { deliveries: [at(4000)], secrets: [use(4000)] })
    const found = await findSource(database, { sourceId: source.sourceId })
    expect(found?.lastDeliveryAt).toEqual(new Date(5000))
    const used = await database
      .selectFrom('source_secret_activity')
      .select('last_used_at')
      .where('secret_id', '=', secretId)
      .executeTakeFirst()
    expect(used?.last_used_at).toEqual(new Date(5000))
  })
})

describe('recordRejections', () => {
  const rejection = (number: number) => ({
    sourceId: source.sourceId,
    at: new Date(number),
    reason: 'mismatch',
    bytes: number,
    address: '192.0.2.1',
    finding: null,
    detail: null,
  })
  const numbers = (from: number, length: number) => Array.from({ length }, (_, index) => from + index)
  const stored = async () => {
    const rows = await listRejections(database, source.sourceId)
    return rows.map((row) => row.bytes)
  }
  const kept = async () => {
    const { count } = await database
      .selectFrom('source_rejections')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('source_id', '=', source.sourceId)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  test('keeps the last 1,000 of a source, the newest first', async () => {
    await recordRejections(database, numbers(1, 990).map(rejection))
    await recordRejections(database, numbers(991, 30).map(rejection))
    expect(await stored()).toEqual(numbers(21, 1000).reverse())
    expect(await kept()).toBe(1000)
    await recordRejections(database, numbers(2000, 1500).map(rejection))
    expect(await stored()).toEqual(numbers(2500, 1000).reverse())
    expect(await kept()).toBe(1000)
  })

  test('leaves the logs of other sources alone', async () => {
    await recordRejections(database, [rejection(7)])
    const other = await createSource(database, secretBox, { ...source, secret: 'another secret' })
    const theirs = numbers(1, 1001).map((number) => ({ ...rejection(number), sourceId: other.sourceId }))
    await recordRejections(database, theirs)
    expect(await stored()).toEqual([7])
  })
})

async function loaded() {
  const sources = await loadSources(database, secretBox)
  return sources.find((one) => one.sourceId === source.sourceId)
}
