import { dayMs, minuteMs, secondMs } from '@signalpost/domain'
import {
  type RedditStandIn,
  redditPostId,
  type StandInPost,
  startReddit,
} from '@signalpost/testing/platforms'
import { afterEach, expect, test } from 'vitest'
import { explainQuery } from '../../explain-query.ts'
import { reread, runSearch } from '../../test-support/run-search.ts'

const nowMs = Date.UTC(2026, 10, 20, 9)
const running: RedditStandIn[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((standIn) => standIn.close()))
})

async function start(posts: readonly StandInPost[]) {
  const standIn = await startReddit(posts)
  running.push(standIn)
  const run = (options: Partial<Parameters<typeof runSearch>[0]> = {}) =>
    runSearch({ platform: 'reddit', baseUrl: standIn.url, query: '"cold chain"', nowMs, ...options })
  const asked = () => standIn.requests.splice(0).map(({ path }) => path.replace(/\?.*/, ''))
  return { standIn, run, asked }
}

function post(id: number, about: Partial<StandInPost> = {}): StandInPost {
  return {
    id,
    title: `Cold chain ${id}?`,
    text: 'It & <we> break.',
    publishedAtMs: nowMs - id * minuteMs,
    ...about,
  }
}

function many(count: number): StandInPost[] {
  return Array.from({ length: count }, (_, id) => post(id + 1))
}

test('asks as the app and its account, with a token, and searches subreddits as a place', async () => {
  const { standIn, run, asked } = await start([post(1), post(2, { raw: { subreddit: 'devops' } })])
  const query = '(subreddit:devops OR subreddit:CRM) AND ("cold chain" OR freight) NOT ("spam")'
  const secrets = { clientId: 'app1', clientSecret: 's', username: 'u/maria' }
  expect((await run({ query, secrets })).items).toEqual([
    {
      ...{ platform: 'reddit', key: `reddit.com/comments/${redditPostId(2)}`, coverage: 'full_text' },
      ...{ url: 'https://www.reddit.com/r/devops/comments/p2/a_slug/', author: 'someone', place: 'devops' },
      ...{ title: 'Cold chain 2?', text: 'It & <we> break.', isQuestion: true, foundByQuery: query },
      publishedAt: '2026-11-20T08:58:00.000Z',
    },
  ])
  const [forToken, forPosts] = standIn.requests
  expect(forToken?.headers.authorization).toBe(`Basic ${btoa('app1:s')}`)
  expect(forPosts?.headers).toMatchObject({
    authorization: 'Bearer token 1',
    'user-agent': expect.stringMatching(/^server:app1:Signalpost\/\d+\.\d+\.\d+ \(by \/u\/umaria\)$/),
  })
  const { searchParams } = new URL(forPosts?.path ?? '', standIn.url)
  expect(searchParams.get('q')).toBe('("cold chain" OR freight) NOT ("spam")')
  expect(asked()).toEqual(['/api/v1/access_token', '/r/devops+CRM/search'])
})

test('refuses a query that Reddit would not take', () => {
  const explain = (query: string) => explainQuery({ platform: 'reddit', query, board: null })
  expect(explain('a'.repeat(513))).toMatchObject({ runnable: false, reason: expect.stringContaining('512') })
  expect(explain(' ')).toMatchObject({ runnable: false })
})

test('gets another token when one ends in the middle of a walk, and once only', async () => {
  const { standIn, run, asked } = await start(many(250))
  let pages = 0
  standIn.beforeAnswer(({ path }) => {
    if (path.startsWith('/search')) pages += 1
    if (pages === 2) standIn.expireTokens()
    if (path.startsWith('/search') && pages === 2) pages = 3
  })
  const { items, fault } = await run()
  expect(fault).toBeUndefined()
  expect(items).toHaveLength(250)
  expect(asked().filter((path) => path === '/api/v1/access_token')).toHaveLength(2)
  standIn.beforeAnswer(({ path }) => path.startsWith('/search') && standIn.expireTokens())
  expect((await run()).fault?.fault).toBe('unauthorised')
  expect(asked()).toHaveLength(4)
  standIn.beforeAnswer(undefined)
  const secrets = { clientId: 'wrong', clientSecret: 's', username: 'maria' }
  expect((await run({ secrets })).fault?.fault).toBe('unauthorised')
})

test('a later walk ends at 20 known posts in a row, and a gap of fewer does not end it', async () => {
  const { standIn, run, asked } = await start(many(450))
  const first = await run()
  expect(first.items).toHaveLength(450)
  asked()
  standIn.posts.push(
    post(1_000, { publishedAtMs: nowMs - 10.5 * minuteMs }),
    post(1_001, { publishedAtMs: nowMs }),
  )
  const second = await run({ cursor: first.cursor })
  expect(asked()).toHaveLength(2)
  expect(second.items.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Cold chain 1000?', 'Cold chain 1001?']),
  )
})

test('what is new is read before the past that a first walk left', async () => {
  const { standIn, run, asked } = await start(many(450))
  // The token, and a page.
  const first = await run({ mostRequests: 2 })
  expect(first.items).toHaveLength(100)
  standIn.posts.push(post(1_000, { publishedAtMs: nowMs }))
  asked()
  const second = await run({ cursor: first.cursor, mostRequests: 3 })
  expect(second.items[0]?.title).toBe('Cold chain 1000?')
  expect(second.items).toHaveLength(200)
  const rest = await run({ cursor: second.cursor })
  expect(new Set([...first.items, ...second.items, ...rest.items].map(({ key }) => key)).size).toBe(451)
  asked()
  await run({ cursor: rest.cursor })
  expect(asked()).toHaveLength(2)
})

test('begins again where the post that it would continue after is gone', async () => {
  const { standIn, run } = await start(many(250))
  const { cursor } = await run({ mostRequests: 2 })
  standIn.posts.splice(99, 1)
  const { items, fault } = await run({ cursor })
  expect(fault).toBeUndefined()
  expect(new Set(items.map(({ key }) => key)).size).toBe(249)
})

test('drops what was removed, and names nothing of it when it is read again', async () => {
  const { standIn, run } = await start(many(4))
  const keys = (await run()).items.map(({ key }) => key)
  const removals = [{ selftext: '[removed]' }, { author: '[deleted]' }, { removed_by_category: 'moderator' }]
  for (const [at, raw] of removals.entries()) standIn.posts.splice(at, 1, post(at + 1, { raw }))
  const { items, dropped } = await run()
  expect(items).toHaveLength(1)
  expect(dropped.map(({ reason }) => reason)).toEqual(removals.map(() => 'it was removed'))
  expect((await reread({ platform: 'reddit', baseUrl: standIn.url, nowMs, keys })).items).toHaveLength(1)
})

test('waits until Reddit’s window ends: on 429, on a 403 that means it, and when nothing is left', async () => {
  const { standIn, run } = await start([post(1)])
  const reset = { 'x-ratelimit-reset': '42' }
  for (const status of [429, 403]) {
    standIn.troubles.plan({ status, headers: reset }, { times: 1, only: pathOfSearch })
    expect((await run()).fault).toMatchObject({ fault: 'throttled', retryAfterMs: 42 * secondMs })
  }
  standIn.troubles.plan({ status: 403 }, { times: 1, only: pathOfSearch })
  expect((await run()).fault).toMatchObject({ fault: 'throttled', retryAfterMs: 10 * minuteMs })
  const query = 'subreddit:secret AND "cold chain"'
  expect((await run({ query })).fault).toMatchObject({ fault: 'gone' })
  expect((await run({ query: 'subreddit:nowhere AND a' })).fault).toMatchObject({ fault: 'gone' })
  standIn.limit.remaining = 0
  expect((await run()).fault).toMatchObject({ fault: 'throttled', retryAfterMs: 300 * secondMs })
  expect((await run({ sinceMs: nowMs + dayMs })).items).toEqual([])
})

const pathOfSearch = '/search?q=%22cold+chain%22&sort=new&t=all&type=link&limit=100&raw_json=1'
