import { createUnsubscribeTokens } from '@signalpost/channels'
import { createSecretBox } from '@signalpost/database'
import { createApiKey } from '@signalpost/database/access'
import { createChannel } from '@signalpost/database/rules'
import { defaultCell } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { ask } from './test-support/check-answer.ts'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

let api: TestApi

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url, config: { cell: 'eu' } })
})

afterAll(() => api.stop())

const createKey = async (cell: string): Promise<string> =>
  (await createApiKey(api.database, { orgId: 'org_one', scopes: ['signals:read'], cell })).apiKey

test('takes keys of its cell, which name it', async () => {
  const key = await createKey('eu')
  expect(key).toMatch(/^spk_eu_[0-9A-Za-z]{16}_[0-9A-Za-z]{43}$/)
  expect((await ask(`${api.url}/v1/results`, { key })).status).toBe(200)
})

test.each([defaultCell, 'us'])('refuses a key of the cell %s, and names it', async (cell) => {
  const answer = await ask(`${api.url}/v1/results`, { key: await createKey(cell) })
  expect(answer.status).toBe(421)
  expect(answer.headers.get('signalpost-cell')).toBe(cell)
  expect(answer.body).toMatchObject({ code: 'misdirected_request' })
})

test('says the same of keys that exist and keys that do not', async () => {
  const key = await createKey('us')
  const answers = [key, `${key}x`, 'spk_us_nokey_nosecret'].map(async (one) => {
    const { status, body } = await ask(`${api.url}/v1/results`, { key: one })
    return { status, body }
  })
  const [first, ...others] = await Promise.all(answers)
  expect(others).toEqual([first, first])
})

test('refuses a link to unsubscribe of another cell, and names it', async () => {
  const masterKeys = [Buffer.alloc(32, 1)] as const
  const { channelId } = await createChannel(api.database, createSecretBox(Buffer.alloc(32, 1)), {
    ...{ orgId: 'org_one', kind: 'email', name: 'Mail', settings: {}, secrets: {} },
  })
  const subscription = { orgId: 'org_one', channelId, address: 'ann@example.com' }
  const answerTo = async (cell: string): Promise<string> => {
    const token = createUnsubscribeTokens({ masterKeys, cell }).seal(subscription)
    const { status, headers } = await fetch(`${api.url}/u/${token}`)
    return `${status} ${headers.get('signalpost-cell') ?? 'none'}`
  }
  expect(await answerTo('eu')).toBe('200 none')
  expect(await answerTo('us')).toBe('421 us')
  expect(await answerTo(defaultCell)).toBe('421 default')
})
