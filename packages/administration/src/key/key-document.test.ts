import { expect, test } from 'vitest'
import { describeKey } from './key-document.ts'

const dayMs = 24 * 60 * 60_000
const key = {
  ...{ keyId: 'k', orgId: 'org_one', name: null, memberId: 'usr_k', scopes: [] },
  ...{ createdAt: new Date(0), expiresAt: null, revokedAt: null, lastUsedAt: null },
  owner: null,
}

test.each([
  ['active', {}, 90],
  ['unused', {}, 91],
  ['active', { lastUsedAt: new Date(10 * dayMs) }, 100],
  ['unused', { lastUsedAt: new Date(10 * dayMs) }, 101],
  ['expired', { expiresAt: new Date(5 * dayMs) }, 5],
  ['revoked', { expiresAt: new Date(5 * dayMs), revokedAt: new Date(dayMs) }, 6],
])('a key is %s: %j after %i days', (state, changes, days) => {
  expect(describeKey({ ...key, ...changes }, days * dayMs).state).toBe(state)
})
