import { RejectedError } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import {
  createApiKey,
  findApiKey,
  hashApiSecret,
  listApiKeys,
  recordApiKeyUse,
  revokeApiKey,
} from './api-keys.ts'
import { createWorkspace } from './workspaces.ts'

const expiresAt = new Date('2026-12-01T00:00:00.000Z')

test.beforeAll(async ({ database }) => {
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

describe('API keys', () => {
  test('are made of an id and a secret of base62 characters', async ({ database }) => {
    const { keyId, apiKey } = await createApiKey(database, { orgId: 'org_one', scopes: ['signals:read'] })
    expect(apiKey).toMatch(/^spk_[0-9A-Za-z]{16}_[0-9A-Za-z]{43}$/)
    expect(apiKey.split('_')[1]).toBe(keyId)
  })

  test('use no character more often than another', async ({ database }) => {
    let text = ''
    for (let made = 0; made < 300; made += 1) {
      text += (await createApiKey(database, { orgId: 'org_one', scopes: [] })).apiKey.slice(-43)
    }
    // Eight of 62 characters make 1,665 of 12,900, give or take 38; a plain remainder would make them 2,016.
    expect(text.match(/[0-7]/g)?.length).toBeLessThan(1_870)
    expect(new Set(text).size).toBe(62)
  })

  test('are stored as the hash of their secret alone', async ({ database }) => {
    const { keyId, apiKey } = await createApiKey(database, { orgId: 'org_one', scopes: ['signals:read'] })
    const secret = apiKey.slice(-43)
    const row = await database
      .selectFrom('api_keys')
      .selectAll()
      .where('key_id', '=', keyId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(row.secret_sha256).toEqual(hashApiSecret(secret))
    expect(await findApiKey(database, keyId)).toMatchObject({ keyId, secretSha256: hashApiSecret(secret) })
  })

  test('act as the member that is given, else as one of their own', async ({ database }) => {
    const own = await createApiKey(database, { orgId: 'org_one', scopes: [] })
    expect(own).toMatchObject({ memberId: `usr_${own.keyId}`, name: null, expiresAt: null, revokedAt: null })
    const given = await createApiKey(database, {
      orgId: 'org_one',
      scopes: ['signals:read', 'pipeline:write', 'signals:read'],
      name: 'CRM',
      memberId: 'usr_ada',
      expiresAt,
    })
    expect(given).toMatchObject({
      orgId: 'org_one',
      memberId: 'usr_ada',
      name: 'CRM',
      expiresAt,
      scopes: ['signals:read', 'pipeline:write'],
      createdAt: expect.any(Date),
      lastUsedAt: null,
    })
  })

  test('belong to a workspace that exists', async ({ database }) => {
    await expect(createApiKey(database, { orgId: 'org_none', scopes: [] })).rejects.toThrow(
      new RejectedError('not_found', 'There is no such workspace.'),
    )
  })

  test('are listed for their workspace alone, without anything of the secret', async ({ database }) => {
    const first = await createApiKey(database, { orgId: 'org_two', scopes: ['signals:read'], name: 'first' })
    await createApiKey(database, { orgId: 'org_two', scopes: ['export:read'], name: 'second' })
    const listed = await listApiKeys(database, { orgId: 'org_two' })
    expect(listed.map((key) => key.name)).toEqual(['first', 'second'])
    const { apiKey: _apiKey, ...shown } = first
    expect(listed[0]).toEqual(shown)
  })

  test('are revoked once', async ({ database }) => {
    const { keyId } = await createApiKey(database, { orgId: 'org_one', scopes: [] })
    const revoked = await revokeApiKey(database, { keyId })
    expect(revoked?.revokedAt).toBeInstanceOf(Date)
    await sql`select pg_sleep(0.005)`.execute(database) // so that a new time would differ
    expect((await revokeApiKey(database, { keyId }))?.revokedAt).toEqual(revoked?.revokedAt)
    expect((await findApiKey(database, keyId))?.revokedAt).toEqual(revoked?.revokedAt)
    expect(await revokeApiKey(database, { keyId: 'none' })).toBeUndefined()
  })

  test('remember the latest use', async ({ database }) => {
    const { keyId } = await createApiKey(database, { orgId: 'org_one', scopes: [] })
    const later = new Date('2026-11-20T09:00:00.000Z')
    await recordApiKeyUse(database, { keyId, usedAt: later })
    await recordApiKeyUse(database, { keyId, usedAt: new Date('2026-11-20T08:00:00.000Z') })
    expect((await findApiKey(database, keyId))?.lastUsedAt).toEqual(later)
  })

  test('of an unknown id are not found', async ({ database }) => {
    expect(await findApiKey(database, 'none')).toBeUndefined()
  })
})
