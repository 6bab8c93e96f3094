import { updateWorkspace } from '@signalpost/database/access'
import type { Account } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { ask } from './test-support/check-answer.ts'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

type Page = { items: Account[]; nextCursor: string | null }

const scopes = ['accounts:read'] as const
let api: TestApi
let key: string
let foreignKey: string

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url })
  key = await api.createKey({ scopes })
  foreignKey = await api.createKey({ scopes, orgId: 'org_two' })
})

afterAll(() => api.stop())

describe('GET /v1/accounts', () => {
  test('shows every member of an account, unknown ones as null', async () => {
    const [first, second] = ['2026-11-01T09:00:00.000Z', '2026-11-02T09:00:00.000Z']
    await api.storeSignal({
      id: 'full_1',
      accountKey: 'd:example.com',
      publishedAt: second,
      relevanceScore: 90,
      subjectOrg: { name: 'Example', location: 'Berlin, Germany' },
      subjectName: 'Not this one',
      assignedTo: { userId: 'usr_bob', at: first, by: 'usr_ada' },
    })
    await api.storeSignal({
      id: 'full_2',
      accountKey: 'd:example.com',
      publishedAt: first,
      scoreVersion: 2,
      relevanceScore: 5,
      scoreBreakdown: { ...noScores, fit: 5 },
      subjectName: 'Nor this one',
      assignedTo: { userId: 'usr_Ada', at: first, by: 'usr_ada' },
    })
    await api.storeSignal({ id: 'plain', accountKey: 'n:Plain', firstSeenAt: first })
    const page = await list({})
    expect(page).toStrictEqual({
      items: [
        {
          accountKey: 'd:example.com',
          name: 'Example',
          domain: 'example.com',
          region: 'Berlin, Germany',
          signalCount: 2,
          topScore: 5,
          topScoreVersion: 2,
          firstSignalAt: first,
          lastSignalAt: second,
          assignedTo: ['usr_Ada', 'usr_bob'],
        },
        {
          accountKey: 'n:Plain',
          name: 'Plain',
          domain: null,
          region: null,
          signalCount: 1,
          topScore: 50,
          topScoreVersion: 1,
          firstSignalAt: first,
          lastSignalAt: first,
          assignedTo: [],
        },
      ],
      nextCursor: null,
    })
    expect(await keysOf({ assignedTo: 'usr_bob' })).toEqual(['d:example.com'])
    expect(await keysOf({ assignedTo: 'usr_nobody' })).toEqual([])
    for (const region of ['GERMANY', ' berlin ', 'Berlin, Germany']) {
      expect(await keysOf({ region })).toEqual(['d:example.com'])
    }
    expect(await keysOf({ region: 'Germ' })).toEqual([])
    expect(await keysOf({ region: 'Berlin', assignedTo: 'usr_Ada' })).toEqual(['d:example.com'])
    expect(await keysOf({ region: 'Berlin', assignedTo: 'usr_ada' })).toEqual([])
    await api.apply('signal.deleted', { signalId: 'plain' })
    expect(await keysOf({})).toEqual(['d:example.com'])
    await api.apply('signal.deleted', { signalId: 'full_1' })
    await api.apply('signal.deleted', { signalId: 'full_2' })
  })

  test('pages in the order of the UTF-8 bytes, and opens a cursor only for its workspace and filters', async () => {
    // As UTF-16 the emoji would come before the full-width letter.
    const keys = ['n:', 'n:B', 'n:a', 'n:ä', 'n:Ａ', 'n:😀', `p:${'😀'.repeat(298)}`]
    for (const [index, accountKey] of keys.toReversed().entries()) {
      await api.storeSignal({ id: `order_${index}`, accountKey })
    }
    const walked: string[] = []
    let cursor: string | null | undefined
    for (let limit = 1; cursor !== null; limit += 1) {
      const page: Page = await list({ limit: String(limit), ...(cursor && { cursor }) })
      walked.push(...page.items.map((account) => account.accountKey))
      cursor = page.nextCursor
      await api.storeSignal({ id: `before_${limit}`, accountKey: `d:${limit}` })
    }
    expect(walked).toEqual(keys)
    const { nextCursor } = await list({ limit: '1' })
    for (const [search, as] of [
      [{ region: 'Berlin' }, key],
      [{ assignedTo: 'usr_ada' }, key],
      [{}, foreignKey],
    ] as const) {
      const answer = await get({ ...search, cursor: nextCursor ?? '' }, as)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path: 'cursor' }] })
    }
  })

  test('shows nothing of another workspace', async () => {
    const subjectOrg = { location: 'Elsewhere' }
    await api.storeSignal({ id: 'foreign', orgId: 'org_two', accountKey: 'n:foreign', subjectOrg })
    expect(await keysOf({ region: 'elsewhere' })).toEqual([])
    expect((await get({}, foreignKey)).body).toMatchObject({ items: [{ accountKey: 'n:foreign' }] })
  })

  test('names the plan that does not include account intelligence, once the request is right', async () => {
    await updateWorkspace(api.database, 'org_two', { accountIntelligence: false, plan: 'Starter "S"' })
    const refused = await get({}, foreignKey)
    expect(refused.status).toBe(403)
    expect(refused.body).toEqual({
      message: 'The plan Starter "S" does not include account intelligence.',
      code: 'forbidden',
    })
    expect((await get({ limit: '0' }, foreignKey)).status).toBe(400)
    expect((await get({ cursor: 'x' }, foreignKey)).status).toBe(400)
    await updateWorkspace(api.database, 'org_two', { accountIntelligence: true })
    expect((await get({}, foreignKey)).status).toBe(200)
  })

  test.each([
    ['limit', '101'],
    ['assignedTo', 'a b'],
    ['region', ' '],
    ['region', ''],
    ['accountKey', 'n:a'],
  ])('answers 400 to %s=%j', async (name, value) => {
    const answer = await get({ [name]: value }, key)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path: name }] })
  })
})

const noScores = {
  purchaseIntent: 0,
  fit: 0,
  urgency: 0,
  recency: 0,
  commercialValue: 0,
  evidenceQuality: 0,
  multiSignal: 0,
}

function get(search: Record<string, string>, as: string) {
  return ask(`${api.url}/v1/accounts?${new URLSearchParams(search).toString()}`, { key: as })
}

async function list(search: Record<string, string>): Promise<Page> {
  const answer = await get(search, key)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Page // the cast: the answer was checked against the description
}

async function keysOf(search: Record<string, string>): Promise<string[]> {
  return (await list(search)).items.map((account) => account.accountKey)
}
