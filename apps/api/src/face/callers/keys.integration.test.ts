import { findApiKey, hashApiSecret, revokeApiKey } from '@signalpost/database/access'
import { createPerson, createSession } from '@signalpost/database/people'
import { createTestDatabase, hostileSettings, setOnDatabase } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { ask } from '../../test-support/check-answer.ts'
import { startTestApi, type TestApi } from '../../test-support/start-test-api.ts'

const hourMs = 60 * 60_000
let nowMs = Date.parse('2026-11-20T09:00:00.000Z')
let api: TestApi
let other: { url: string; stop: () => Promise<void> }

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({
    databaseUrl: testDatabase.url,
    nowMs: () => nowMs,
    config: { ratePerMinute: 20 },
  })
  other = await api.startAnother()
})

afterAll(async () => {
  await other.stop()
  await api.stop()
})

beforeEach(() => {
  nowMs = Math.ceil((nowMs + 1) / hourMs) * hourMs
})

const statusOf = async (key: string, url = api.url): Promise<number> =>
  (await ask(`${url}/v1/results`, { key })).status
const keyIdOf = (key: string): string => key.split('_')[1] ?? ''

test('a write that a key may not do is a row of the audit log, ten a minute, and a read is none', async () => {
  const key = await api.createKey({ scopes: ['signals:read'] })
  const rows = async () => {
    const { rows: found } = await sql<Record<string, unknown>>`
      select act, org_id, target_type, target_id, refusal, address, before, after
      from audit_log where actor_kind = 'key' and actor_id = ${keyIdOf(key)}`.execute(api.database)
    return found
  }
  expect((await ask(`${api.url}/v1/pipeline`, { key })).status).toBe(403)
  const assign = () => ask(`${api.url}/v1/results/sig_1/assign`, { key, method: 'PATCH', body: '{}' })
  expect((await assign()).status).toBe(403)
  await expect.poll(rows).toEqual([
    {
      ...{
        act: 'signal.assign',
        org_id: expect.any(String),
        target_type: 'scope',
        target_id: 'pipeline:write',
      },
      ...{ refusal: 'forbidden', address: '127.0.0.1', before: null, after: null },
    },
  ])
  for (let tried = 0; tried < 14; tried += 1) await assign()
  await expect.poll(async () => (await rows()).length).toBe(10)
})

describe('a key', () => {
  test('that is revoked is refused by every process within 5 s', async () => {
    const key = await api.createKey()
    expect(await statusOf(key)).toBe(200)
    nowMs += 2_000
    expect(await statusOf(key, other.url)).toBe(200)
    await revokeApiKey(api.database, { keyId: keyIdOf(key) })
    nowMs += 4_000
    expect(await statusOf(key)).toBe(401)
    expect(await statusOf(key, other.url)).toBe(401)
  })

  test('costs no look at the database while it is remembered', async () => {
    const key = await api.createKey()
    expect(await statusOf(key)).toBe(200)
    await revokeApiKey(api.database, { keyId: keyIdOf(key) })
    nowMs += 3_999
    expect(await statusOf(key)).toBe(200)
  })

  test('is read again when the clock was set back', async () => {
    const key = await api.createKey()
    expect(await statusOf(key)).toBe(200)
    await revokeApiKey(api.database, { keyId: keyIdOf(key) })
    nowMs -= 1
    expect(await statusOf(key)).toBe(401)
  })

  test('expires at its moment', async () => {
    const key = await api.createKey({ expiresAt: new Date(nowMs + 1_000) })
    expect(await statusOf(key)).toBe(200)
    nowMs += 999
    expect(await statusOf(key)).toBe(200)
    nowMs += 1
    expect(await statusOf(key)).toBe(401)
  })

  test('can be used at once although its id was tried before', async () => {
    const key = await api.createKey()
    expect(await statusOf(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`)).toBe(401)
    expect(await statusOf(key)).toBe(200)
  })

  test('is refused when any one character of its secret differs', async () => {
    const key = await api.createKey()
    const begin = key.lastIndexOf('_') + 1
    const places = Array.from({ length: key.length - begin }, (_, index) => begin + index)
    expect(places).toHaveLength(43)
    for (const place of places) {
      const other = key[place] === 'a' ? 'b' : 'a'
      expect(await statusOf(key.slice(0, place) + other + key.slice(place + 1)), `at ${place}`).toBe(401)
    }
    expect(await statusOf(key)).toBe(200)
  })

  test.each(['first', 'last'])(
    'is refused when only the %s two bytes of its digest are equal',
    async (end) => {
      const key = await api.createKey()
      const begin = key.lastIndexOf('_') + 1
      const shared = (secret: string): string => {
        const digest = hashApiSecret(secret)
        return (end === 'first' ? digest.subarray(0, 2) : digest.subarray(-2)).toString('hex')
      }
      const wanted = shared(key.slice(begin))
      let guess = 0
      while (shared(String(guess)) !== wanted) guess += 1
      expect(await statusOf(key.slice(0, begin) + guess)).toBe(401)
    },
  )

  test('is taken as it was given, in whatever case the scheme is', async () => {
    const key = await api.createKey()
    const statusWith = async (authorization: string): Promise<number> =>
      (await fetch(`${api.url}/v1/results`, { headers: { authorization } })).status
    expect(await statusWith(`bearer ${key}`)).toBe(200)
    expect(await statusWith(`Bearer ${key.replace('spk_', 'SPK_')}`)).toBe(401)
  })

  test('remembers its last use to within some seconds', async () => {
    const key = await api.createKey()
    const firstMs = nowMs
    const lastUse = async (): Promise<number | undefined> =>
      (await findApiKey(api.database, keyIdOf(key)))?.lastUsedAt?.getTime()
    await statusOf(key)
    await expect.poll(lastUse).toBe(firstMs)
    nowMs += 9_999
    await statusOf(key)
    nowMs += 1
    await statusOf(key)
    await expect.poll(lastUse).toBe(firstMs + 10_000)
  })

  test('that is refused counts as no use', async () => {
    const key = await api.createKey({ expiresAt: new Date(nowMs - 1) })
    await statusOf(key)
    expect((await findApiKey(api.database, keyIdOf(key)))?.lastUsedAt).toBeNull()
  })
})

test("a person's session opens nothing here, as a cookie or as a bearer token", async () => {
  const token = 'A'.repeat(43)
  await api.database.transaction().execute(async (transaction) => {
    const { personId } = await createPerson(transaction, { email: null, name: null, isOperator: true, nowMs })
    const session = { personId, nowMs, endsMs: nowMs + hourMs, address: '192.0.2.1', agent: null }
    await createSession(transaction, { ...session, tokenSha256: hashApiSecret(token) })
  })
  const cookie = `signalpost_session=${token}; __Host-signalpost_session=${token}`
  for (const headers of [{ cookie }, { authorization: `Bearer ${token}` }]) {
    expect((await fetch(`${api.url}/v1/results`, { headers })).status).toBe(401)
  }
})

describe('ids that no key has', () => {
  const guess = (number: number): string => `spk_guess${number}_${'x'.repeat(43)}`

  test('cost an address its minute, and no key that was seen before', async () => {
    const [seen, unseen] = [await api.createKey(), await api.createKey()]
    expect(await statusOf(seen)).toBe(200)
    const statuses: number[] = []
    for (let number = 0; number < 302; number += 1) statuses.push(await statusOf(guess(number)))
    expect(statuses).toEqual([...Array(300).fill(401), 429, 429])
    const refused = await ask(`${api.url}/v1/results`, { key: guess(999) })
    expect(refused.body).toMatchObject({ code: 'rate_limited' })
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await statusOf(guess(0))).toBe(401)
    expect(await statusOf(unseen)).toBe(429)
    nowMs += 30_000
    expect(await statusOf(seen)).toBe(200)
    nowMs += 30_000
    expect(await statusOf(unseen)).toBe(200)
    expect(await statusOf(guess(999))).toBe(401)
  })

  test('leave another address alone', async () => {
    const proxied = await api.startAnother({ trustedProxies: { has: (address) => address === '127.0.0.1' } })
    const statusFrom = async (address: string, key: string): Promise<number> => {
      const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': address }
      return (await fetch(`${proxied.url}/v1/results`, { headers })).status
    }
    for (let number = 0; number < 300; number += 1) await statusFrom('192.0.2.1', guess(number))
    expect(await statusFrom('192.0.2.1', guess(999))).toBe(429)
    expect(await statusFrom('192.0.2.2', guess(999))).toBe(401)
    expect(await statusFrom('192.0.2.2', await api.createKey())).toBe(200)
    await proxied.stop()
  })
})

test('the request rate of a key is reported with every answer and ends in 429 until the next minute', async () => {
  const key = await api.createKey({ scopes: [] })
  nowMs += 15_500
  for (const path of ['/v1/results', '/v1/unknown', '/v1/results/x?y=1']) await ask(api.url + path, { key })
  const answer = await ask(`${api.url}/v1/results`, { key })
  expect(answer.status).toBe(403)
  expect(answer.headers.get('ratelimit-limit')).toBe('20')
  expect(answer.headers.get('ratelimit-remaining')).toBe('16')
  expect(answer.headers.get('ratelimit-reset')).toBe('45')
  for (let count = 4; count < 20; count += 1) await ask(`${api.url}/v1/results`, { key })
  for (const path of ['/v1/results', '/v1/unknown']) {
    const refused = await ask(api.url + path, { key })
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ code: 'rate_limited' })
    expect(refused.headers.get('retry-after')).toBe('45')
    expect(refused.headers.get('ratelimit-remaining')).toBe('0')
  }
  nowMs += 45_000
  expect((await ask(`${api.url}/v1/results`, { key })).status).toBe(403)
})

test('the request rate of a key is shared by all processes', async () => {
  const key = await api.createKey()
  const statuses: number[] = []
  for (let count = 0; count < 30; count += 1) {
    statuses.push(await statusOf(key, count % 2 === 0 ? api.url : other.url))
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
})

test('the request rate of a key is each key its own', async () => {
  const [first, second] = [await api.createKey(), await api.createKey()]
  for (let count = 0; count < 21; count += 1) await statusOf(first)
  expect(await statusOf(first)).toBe(429)
  expect(await statusOf(second)).toBe(200)
})

test('the request rate of a key is not touched by who only knows the id of the key', async () => {
  const key = await api.createKey()
  const wrong = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`
  for (let count = 0; count < 25; count += 1) expect(await statusOf(wrong)).toBe(401)
  const answer = await ask(`${api.url}/v1/results`, { key })
  expect(answer.headers.get('ratelimit-remaining')).toBe('19')
})

test('a key is over at its end whatever settings the database has', async () => {
  const hostile = await createTestDatabase()
  await setOnDatabase(hostile.superuserUrl, hostileSettings)
  const there = await startTestApi({ databaseUrl: hostile.url, nowMs: () => nowMs })
  try {
    const [expired, revoked] = [
      await there.createKey({ expiresAt: new Date(nowMs - 1) }),
      await there.createKey(),
    ]
    await revokeApiKey(there.database, { keyId: keyIdOf(revoked) })
    expect(await statusOf(await there.createKey(), there.url)).toBe(200)
    expect(await statusOf(expired, there.url)).toBe(401)
    expect(await statusOf(revoked, there.url)).toBe(401)
  } finally {
    await there.stop()
    await hostile.drop()
  }
})

test.each(['expires_at', 'revoked_at'])('a key whose %s cannot be read opens nothing', async (column) => {
  const key = await api.createKey()
  await sql`update api_keys set ${sql.ref(column)} = 'infinity' where key_id = ${keyIdOf(key)}`.execute(
    api.database,
  )
  expect(await statusOf(key)).toBe(500)
})
