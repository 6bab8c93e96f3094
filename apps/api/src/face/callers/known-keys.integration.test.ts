import type { Database } from '@signalpost/database'
import { createApiKey, createWorkspace, revokeApiKey } from '@signalpost/database/access'
import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'
import { createKnownKeys } from './known-keys.ts'

let database: Database
let statements = 0

test.beforeAll(async ({ database: plain }) => {
  database = plain.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await createWorkspace(database, {
    orgId: 'org_one',
    name: 'One',
    plan: 'standard',
    accountIntelligence: true,
    analysisAllowance: 1,
  })
})

test('keeps a key in memory however many ids are guessed', async () => {
  const { keyId } = await createApiKey(database, { orgId: 'org_one', scopes: [] })
  const findKey = createKnownKeys({ database, nowMs: () => 0 })
  expect(await findKey(keyId, '192.0.2.1')).toMatchObject({ keyId })
  for (let number = 0; number < 10_500; number += 1) {
    expect(await findKey(`guess${number}`, `address ${number % 100}`)).toBeUndefined()
  }
  statements = 0
  expect(await findKey(keyId, '192.0.2.1')).toMatchObject({ keyId })
  expect(await findKey('guess10499', '192.0.2.1')).toBeUndefined()
  expect(statements).toBe(0)
}, 120_000)

test('reads a key again that was seen, also for an address without misses left', async () => {
  let nowMs = 0
  const { keyId } = await createApiKey(database, { orgId: 'org_one', scopes: [] })
  const findKey = createKnownKeys({ database, nowMs: () => nowMs })
  await findKey(keyId, 'one')
  for (let number = 0; number < 300; number += 1) await findKey(`other${number}`, 'one')
  await expect(findKey('other300', 'one')).rejects.toMatchObject({ code: 'rate_limited' })
  await revokeApiKey(database, { keyId })
  nowMs += 4_000
  expect(await findKey(keyId, 'one')).toMatchObject({ revokedAt: expect.any(Date) })
})
