import { randomBytes } from 'node:crypto'
import { defaultCell } from '@signalpost/domain'
import { assert, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'
import { cellOfToken } from './link-tokens.ts'
import { createUnsubscribeTokens, type UnsubscribeTokens } from './unsubscribe-tokens.ts'

const masterKey = randomBytes(32)
const tokensUnder = (...masterKeys: readonly [Buffer, ...Buffer[]]): UnsubscribeTokens =>
  createUnsubscribeTokens({ masterKeys, cell: defaultCell })
const tokens = tokensUnder(masterKey)
const subscription = { orgId: 'org_acme', channelId: 'chn_1', address: 'ann@example.com' }
const token = tokens.seal(subscription)

test('is opened by every process with the same master key', () => {
  const unit = string({ unit: 'binary' })
  assert(
    property(record({ orgId: unit, channelId: unit, address: unit }), (any) => {
      expect(tokensUnder(masterKey).open(tokens.seal(any))).toEqual(any)
    }),
    { numRuns: 20 },
  )
})

test('is the same for the same subscription, and does not reveal the address', () => {
  expect(tokens.seal({ ...subscription })).toBe(token)
  expect(tokens.seal({ ...subscription, address: 'bob@example.com' })).not.toBe(token)
  expect(token).toMatch(/^[\w-]+$/)
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toMatch(/ann|example|acme|chn_/)
})

test('uses a different nonce for each content', () => {
  const nonceOf = (sealed: string): string => Buffer.from(sealed, 'base64url').toString('hex', 0, 12)
  const addresses = Array.from({ length: 1_000 }, (_, index) => `reader-${index}@example.com`)
  const nonces = addresses.map((address) => nonceOf(tokens.seal({ ...subscription, address })))
  expect(new Set(nonces).size).toBe(1_000)
  const own = nonceOf(token)
  const changes = [{ address: 'ann@example.org' }, { channelId: 'chn_2' }, { orgId: 'org_other' }]
  for (const change of changes) expect(nonceOf(tokens.seal({ ...subscription, ...change }))).not.toBe(own)
})

test('opens only if it is unchanged', () => {
  const bytes = Buffer.from(token, 'base64url')
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(tokens.open(changed.toString('base64url'))).toBeUndefined()
  }
  for (const length of [0, 10, 28, bytes.length - 1]) {
    expect(tokens.open(bytes.subarray(0, length).toString('base64url'))).toBeUndefined()
  }
  for (const other of ['', `${token}=`, `${token}A`, ` ${token}`, 'x'.repeat(2000), '%00']) {
    expect(tokens.open(other)).toBeUndefined()
  }
  expect(tokensUnder(randomBytes(32)).open(token)).toBeUndefined()
})

test('opens what an older key sealed, and seals with the newest alone', () => {
  const newest = randomBytes(32)
  const rotating = tokensUnder(newest, masterKey)
  expect(rotating.open(token)).toEqual(subscription)
  expect(tokensUnder(newest).open(rotating.seal(subscription))).toEqual(subscription)
  expect(tokens.open(rotating.seal(subscription))).toBeUndefined()
})

test('names its cell for routers, and is opened in that cell alone', () => {
  const european = createUnsubscribeTokens({ masterKeys: [masterKey], cell: 'eu' })
  const sealed = european.seal(subscription)
  expect(sealed).toBe(`eu.${token}`)
  expect(european.open(sealed)).toEqual(subscription)
  expect(european.open(token)).toBeUndefined()
  expect(tokens.open(sealed)).toBeUndefined()
  expect([sealed, token, ''].map(cellOfToken)).toEqual(['eu', defaultCell, defaultCell])
})
