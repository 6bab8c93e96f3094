import { dayMs, hourMs, minuteMs, secondMs } from '@signalpost/domain'
import { type StandInPost, startX, type XStandIn, xPostId } from '@signalpost/testing/platforms'
import { afterEach, expect, test } from 'vitest'
import { explainQuery } from '../../explain-query.ts'
import { runSearch } from '../../test-support/run-search.ts'

const nowMs = Date.UTC(2026, 10, 20, 9)
const running: XStandIn[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((standIn) => standIn.close()))
})

async function start(posts: readonly StandInPost[]) {
  const standIn = await startX(posts)
  standIn.clock.nowMs = nowMs
  running.push(standIn)
  const run = (options: Partial<Parameters<typeof runSearch>[0]> = {}) =>
    runSearch({ platform: 'x', baseUrl: standIn.url, query: '"cold chain"', nowMs, ...options })
  const asked = () =>
    standIn.requests.splice(0).map(({ path }) => Object.fromEntries(new URL(path, standIn.url).searchParams))
  return { standIn, run, asked }
}

function post(id: number, about: Partial<StandInPost> = {}): StandInPost {
  return {
    id,
    title: `Cold chain ${id}`,
    text: 'It & <we> break.',
    publishedAtMs: nowMs - id * minuteMs,
    ...about,
  }
}

test('reads long posts as a whole, and names authors', async () => {
  const long = { note_tweet: { text: 'A cold chain\nof stores &amp; vans.' }, lang: 'und' }
  const { run } = await start([post(1, { author: 'maria', raw: long })])
  expect((await run()).items).toEqual([
    {
      ...{ platform: 'x', key: `x.com/i/web/status/${xPostId(post(1))}`, coverage: 'full_text' },
      ...{ url: `https://x.com/i/web/status/${xPostId(post(1))}`, author: 'maria' },
      ...{ title: 'A cold chain', text: 'A cold chain\nof stores & vans.', foundByQuery: '"cold chain"' },
      publishedAt: '2026-11-20T08:59:00.000Z',
    },
  ])
})

test('writes the query of a plan as the API takes it, without reposts', async () => {
  const { run, asked } = await start([post(1)])
  await run({ query: '("cold chain" OR "freight") lang:en -filter:replies -spam' })
  expect(asked()).toMatchObject([
    {
      query: '("cold chain" OR "freight") lang:en -is:reply -spam -is:retweet',
      ...{ max_results: '10', sort_order: 'recency', start_time: '2026-11-13T09:05:00Z' },
    },
  ])
})

test('refuses a query of more than 512 characters, and one without a word', () => {
  const explain = (query: string) => explainQuery({ platform: 'x', query, board: null })
  expect(explain(`"${'a'.repeat(480)}"`)).toEqual({ runnable: true })
  expect(explain(`"${'a'.repeat(500)}"`)).toEqual({
    runnable: false,
    reason: 'X takes at most 512 characters in a query; this one has 514.',
  })
  expect(explain('-filter:replies')).toMatchObject({ runnable: false })
})

test('continues after the newest post that it has seen, and bills nothing again', async () => {
  const { standIn, run, asked } = await start(Array.from({ length: 25 }, (_, id) => post(id + 1)))
  const first = await run()
  expect(first).toMatchObject({ requests: 3 })
  expect(standIn.billed.reads).toBe(25 + 3)
  asked()
  standIn.posts.push(post(99, { publishedAtMs: nowMs }))
  const second = await run({ cursor: first.cursor })
  expect(second.items.map(({ title }) => title)).toEqual(['Cold chain 99'])
  expect(asked()).toMatchObject([{ since_id: xPostId(post(1)) }])
  expect(standIn.billed.reads).toBe(28 + 2)
})

test('begins again with the last seven days where its newest post is too old or its token unknown', async () => {
  const { standIn, run, asked } = await start([post(1)])
  const old = { newestId: xPostId(post(2, { publishedAtMs: nowMs - 8 * dayMs })), walk: null }
  expect((await run({ cursor: old })).items).toHaveLength(1)
  expect(asked()).toMatchObject([{ start_time: expect.any(String) }])
  // By the clock of X it is too old, by ours it is not.
  const ahead = {
    newestId: xPostId(post(2, { publishedAtMs: nowMs - 7 * dayMs + 6 * minuteMs })),
    walk: null,
  }
  standIn.clock.nowMs = nowMs + hourMs
  standIn.posts.splice(0, 1, post(3))
  const { fault } = await run({ cursor: ahead, nowMs })
  expect(asked()[0]).toHaveProperty('since_id')
  expect(fault).toMatchObject({ fault: 'broken' })
  standIn.clock.nowMs = nowMs
  const lost = { newestId: null, walk: { newestId: null, token: 'gone', isRestarted: false } }
  const { items, cursor } = await run({ cursor: lost })
  expect(items).toHaveLength(1)
  expect(cursor).toEqual({ newestId: xPostId(post(3)), walk: null, backfill: null })
})

test('looks back after its first page, behind what is new, and gives that up where X refuses it twice', async () => {
  const { standIn, run, asked } = await start(Array.from({ length: 35 }, (_, id) => post(id + 1)))
  const newest = post(99, { publishedAtMs: nowMs })
  const first = await run({ mostRequests: 1 })
  expect(first.cursor).toMatchObject({ newestId: xPostId(post(1)), walk: null })
  standIn.posts.push(newest)
  asked()
  const second = await run({ cursor: first.cursor, mostRequests: 2 })
  expect(second.items.map(({ title }) => title)).toEqual([
    'Cold chain 99',
    ...Array.from({ length: 10 }, (_, id) => `Cold chain ${id + 11}`),
  ])
  expect(asked()).toMatchObject([{ since_id: xPostId(post(1)) }, { next_token: expect.any(String) }])
  const rest = await run({ cursor: second.cursor })
  expect(rest.items).toHaveLength(15)
  expect(rest.cursor).toEqual({ newestId: xPostId(newest), walk: null, backfill: null })
  const lost = { newestId: xPostId(newest), walk: null, backfill: { token: 'gone', isRestarted: false } }
  const again = await run({ cursor: lost })
  expect(again.items).toHaveLength(36)
  const { fault, cursor } = await run({ cursor: { ...lost, backfill: { token: 'gone', isRestarted: true } } })
  expect([fault, cursor]).toEqual([undefined, { ...lost, backfill: null }])
})

test('a throttle lasts until the window of X ends, and an account without credits is asked again later', async () => {
  const { standIn, run } = await start([post(1)])
  const reset = `${(nowMs + 9 * minuteMs) / secondMs}`
  standIn.troubles.plan({ status: 429, headers: { 'x-rate-limit-reset': reset } }, { times: 1 })
  expect((await run()).fault).toMatchObject({ fault: 'throttled', retryAfterMs: 9 * minuteMs, cost: 0 })
  const capped = JSON.stringify({ title: 'UsageCapExceeded', period: 'Monthly' })
  standIn.troubles.plan({ status: 429, body: capped }, { times: 1 })
  expect((await run()).fault).toMatchObject({ fault: 'exhausted', retryAfterMs: dayMs })
  standIn.credits.left = 0
  expect((await run()).fault).toMatchObject({ fault: 'exhausted', retryAfterMs: 6 * hourMs, cost: 0 })
  standIn.credits.left = 100
  expect((await run({ secrets: { bearerToken: 'wrong' } })).fault?.fault).toBe('unauthorised')
})
