import { createUnsubscribeTokens, type Subscription } from '@signalpost/channels'
import { createSecretBox } from '@signalpost/database'
import { createChannel, listSuppressedAddresses, suppressAddress } from '@signalpost/database/rules'
import { defaultCell, scopes } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { startTestApi, type TestApi } from '../test-support/start-test-api.ts'

const masterKey = Buffer.alloc(32, 1)
const tokens = createUnsubscribeTokens({ masterKeys: [masterKey], cell: defaultCell })
const address = 'Ann.O\'Neil+"<b>"@example.com'

let api: TestApi
let subscription: Subscription
let url: string

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url, config: { masterKeys: [masterKey] } })
})

afterAll(() => api.stop())

beforeEach(async () => {
  const { channelId } = await createChannel(api.database, createSecretBox(masterKey), {
    orgId: 'org_one',
    kind: 'email',
    name: 'Mail',
    settings: { to: [address] },
    secrets: {},
  })
  subscription = { orgId: 'org_one', channelId, address }
  url = `${api.url}/u/${tokens.seal(subscription)}`
})

const suppressed = async () => {
  const left = await listSuppressedAddresses(api.database, subscription)
  return left.map((one) => `${one.address} ${one.reason}`)
}

test('GET shows a button and changes nothing, however often programs follow the link', async () => {
  for (const method of ['GET', 'GET', 'HEAD']) expect((await fetch(url, { method })).status).toBe(200)
  const page = await (await fetch(url)).text()
  expect(page).toContain('<form method="post">')
  expect(await suppressed()).toEqual([])
})

test('GET shows no address in full, and nothing of it as markup', async () => {
  const page = await (await fetch(url)).text()
  expect(page).toContain('A…@example.com')
  expect(page).not.toContain('Neil')
  const odd = tokens.seal({ ...subscription, address: '<script>"&' })
  expect(await (await fetch(`${api.url}/u/${odd}`)).text()).not.toContain('<script>')
})

test('GET loads nothing, runs nothing and is kept nowhere', async () => {
  const { headers } = await fetch(url)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
  expect(headers.get('set-cookie')).toBeNull()
})

describe('POST', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const multipart = new FormData()
  multipart.append('List-Unsubscribe', 'One-Click')

  test.each<[string, RequestInit]>([
    ['the one click of a mail program', { headers: form, body: 'List-Unsubscribe=One-Click' }],
    ['the same as multipart/form-data', { body: multipart }],
    ['no body', {}],
  ])('takes the address out of the channel: %s', async (_case, request) => {
    const answer = await fetch(url, { method: 'POST', ...request })
    expect([answer.status, answer.redirected]).toEqual([200, false])
    expect(await answer.text()).toContain('A…@example.com')
    expect(await suppressed()).toEqual([`${address.toLowerCase()} unsubscribed`])
    expect((await fetch(url, { method: 'POST', ...request })).status).toBe(200)
    expect(await suppressed()).toHaveLength(1)
  })

  test('leaves other addresses and other channels alone', async () => {
    const other = await createChannel(api.database, createSecretBox(masterKey), {
      orgId: 'org_two',
      kind: 'email',
      name: 'Mail',
      settings: {},
      secrets: {},
    })
    await fetch(url, { method: 'POST' })
    expect(await suppressed()).toEqual([`${address.toLowerCase()} unsubscribed`])
    const theirs = { orgId: 'org_two', channelId: other.channelId }
    expect(await listSuppressedAddresses(api.database, theirs)).toEqual([])
    const foreign = tokens.seal({ ...theirs, orgId: 'org_one', address })
    expect((await fetch(`${api.url}/u/${foreign}`, { method: 'POST' })).status).toBe(404)
    expect(await listSuppressedAddresses(api.database, theirs)).toEqual([])
  })
})

test('a forged token is a path that nothing serves', async () => {
  const nothing = await fetch(`${api.url}/nothing`)
  const body = await nothing.text()
  const forged = createUnsubscribeTokens({ masterKeys: [Buffer.alloc(32, 2)], cell: defaultCell }).seal(
    subscription,
  )
  for (const path of ['x', forged, `${tokens.seal(subscription)}/`, `${tokens.seal(subscription)}A`]) {
    for (const method of ['GET', 'POST', 'PUT']) {
      const answer = await fetch(`${api.url}/u/${path}`, { method })
      expect([answer.status, await answer.text()]).toEqual([404, body])
    }
  }
})

test('names the channel and its workspace, and offers the way back', async () => {
  const page = await (await fetch(url)).text()
  expect(page).toContain('<strong>Mail</strong> of <strong>')
  const done = await (await fetch(url, { method: 'POST' })).text()
  expect(done).toContain('Get these mails again')
  expect(await (await fetch(url)).text()).toBe(done)
  const undone = await (await fetch(`${url}?undo`, { method: 'POST' })).text()
  expect(undone).toContain('You get the mails again')
  expect(await suppressed()).toEqual([])
})

test('does not lift the suppression of an address that a server refused', async () => {
  await suppressAddress(api.database, { ...subscription, reason: 'refused', until: null })
  await fetch(`${url}?undo`, { method: 'POST' })
  expect(await suppressed()).toEqual([`${address.toLowerCase()} refused`])
})

test('serves GET and POST alone', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await fetch(url, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  }
  expect(await suppressed()).toEqual([])
})

test('a key or a cookie opens nothing more here', async () => {
  const key = await api.createKey({ scopes })
  const headers = { authorization: `Bearer ${key}`, cookie: `key=${key}` }
  expect((await fetch(`${api.url}/u/x`, { method: 'POST', headers })).status).toBe(404)
  const page = await (await fetch(url, { headers })).text()
  expect(page).toBe(await (await fetch(url)).text())
})
