import { dayMs, hourMs, minuteMs, type Platform, platforms, secondMs, signalSchema } from '@signalpost/domain'
import { type PlatformStandIn, platformStandIns, type StandInPost } from '@signalpost/testing/platforms'
import { afterEach, expect, test } from 'vitest'
import { definePlatform } from './define-platform.ts'
import { getPlatform, type PlatformDefinition, platformDefinitions, type RereadItem } from './index.ts'
import { reread, runSearch, type SearchRun } from './test-support/run-search.ts'

const nowMs = Date.UTC(2026, 10, 20, 9)
const query = '"cold chain"'
const runnable = platformDefinitions.filter(({ search }) => search !== undefined)
const running: PlatformStandIn[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((standIn) => standIn.close()))
})

test('every platform of the specification has one definition', () => {
  expect(platformDefinitions.map(({ platform }) => platform)).toEqual(platforms)
})

test('every platform that can be searched has a stand-in, and one without is named', () => {
  expect(namesWithoutStandIn(platformDefinitions)).toEqual([])
  const planted = definePlatform({ ...getPlatform('hackernews'), platform: 'indeed', title: 'A new one' })
  expect(namesWithoutStandIn([...platformDefinitions, planted])).toEqual(['indeed'])
})

function namesWithoutStandIn(definitions: readonly PlatformDefinition[]): Platform[] {
  const searched = definitions.filter(({ search }) => search !== undefined)
  return searched.map(({ platform }) => platform).filter((name) => platformStandIns[name] === undefined)
}

test.each(runnable)(
  '$title: finds what says the phrase, once, as a signal can carry it',
  async ({ platform }) => {
    const { standIn, run } = await start(platform, postsOf(3))
    standIn.posts.push({ ...postOf(99), title: 'Chain of cold stores', text: 'The chain keeps things cold.' })
    const { items, dropped, fault } = await run()
    expect(fault).toBeUndefined()
    expect(items.map(({ title }) => title).sort()).toEqual(['Cold chain 0', 'Cold chain 1', 'Cold chain 2'])
    expect(new Set(items.map(({ key }) => key)).size).toBe(3)
    expect(dropped.every(({ reason }) => reason !== '')).toBe(true)
    for (const item of items) {
      expect(item).toMatchObject({ platform, foundByQuery: query })
      expect(item.publishedAt).toBe(
        new Date(nowMs - 1 * hourMs - Number(item.title.at(-1)) * minuteMs).toISOString(),
      )
      expect(item.text).toContain('Our cold chain breaks & <we> need help')
      expect(signalSchema.shape.url.safeParse(item.url).success).toBe(true)
    }
  },
)

test.each(runnable)('$title: finds the same keys again', async ({ platform }) => {
  const { run } = await start(platform, postsOf(5))
  const first = await run()
  const second = await run()
  expect(keysOf(second)).toEqual(keysOf(first))
  expect(first.items).toHaveLength(5)
})

test.each(runnable)('$title: drops what is older than the horizon, with a reason', async ({ platform }) => {
  const { run } = await start(platform, postsOf(1))
  const { items, dropped } = await run({ sinceMs: nowMs })
  expect(items).toEqual([])
  expect(dropped.length).toBeLessThanOrEqual(1)
})

test.each(runnable)('$title: takes no post for new whose date cannot be believed', async ({ platform }) => {
  const { standIn, run } = await start(platform, [])
  standIn.posts.push({ ...postOf(0), publishedAtMs: nowMs + 3 * dayMs })
  const { items } = await run()
  for (const { publishedAt = '' } of items)
    expect(Date.parse(publishedAt)).toBeLessThanOrEqual(nowMs - 15 * dayMs)
})

test.each(runnable)(
  '$title: loses nothing while posts are added and removed between pages',
  async ({ platform }) => {
    const { standIn, run } = await start(platform, postsOf(230))
    let added = 1_000
    standIn.beforeAnswer(() => {
      added += 1
      standIn.posts.unshift({ ...postOf(added), publishedAtMs: nowMs })
      standIn.posts.splice(standIn.posts.length - 2, 1)
    })
    const { items, fault } = await run()
    expect(fault).toBeUndefined()
    const found = new Set(items.map(({ title }) => title))
    const lasting = standIn.posts.filter(({ id }) => id < 1_000)
    expect(lasting.filter(({ title }) => !found.has(title))).toEqual([])
    standIn.beforeAnswer(undefined)
    const next = await run()
    for (const { title } of next.items) found.add(title)
    expect(standIn.posts.filter(({ title }) => !found.has(title))).toEqual([])
  },
)

test.each(runnable)('$title: continues from the cursor of any page', async ({ platform }) => {
  const { standIn, run } = await start(platform, postsOf(230))
  const found = new Set<string>()
  let cursor: SearchRun['cursor'] = null
  for (let turn = 0; turn < 4; turn += 1) {
    const part = await run({ cursor, mostRequests: turn < 3 ? 1 : 100 })
    for (const { title } of part.items) found.add(title)
    cursor = JSON.parse(JSON.stringify(part.cursor)) as SearchRun['cursor']
  }
  expect(standIn.posts.filter(({ title }) => !found.has(title))).toEqual([])
})

const troubles = [
  [{ status: 429, headers: { 'retry-after': '120' } }, 'throttled', 120 * secondMs],
  [{ status: 429, headers: { 'retry-after': '99999999' } }, 'throttled', 24 * hourMs],
  [{ status: 429 }, 'throttled', undefined],
  [{ status: 500 }, 'broken', undefined],
  [{ status: 302, headers: { location: 'https://example.com' } }, 'broken', undefined],
  [{ status: 401 }, 'unauthorised', undefined],
  [{ status: 200, body: '<html>maintenance</html>' }, 'broken', undefined],
  [{ status: 200, body: '{"hits": [{"objectID"' }, 'broken', undefined],
  [{ status: 200, body: '{}' }, 'broken', undefined],
] as const

test.each(runnable)('$title: says what is wrong with an answer', async ({ platform }) => {
  const { standIn, run } = await start(platform, postsOf(1))
  for (const [reply, fault, retryAfterMs] of troubles) {
    standIn.troubles.plan(reply, { times: 1 })
    const { fault: found, items } = await run()
    expect(found?.fault, JSON.stringify(reply)).toBe(fault)
    expect(found?.retryAfterMs, JSON.stringify(reply)).toBe(retryAfterMs)
    expect(items).toEqual([])
  }
})

const retained = runnable.filter(({ search }) => search?.retention != null)

test.each(retained)(
  '$title: reads again what it found, and names nothing that is gone',
  async ({ platform }) => {
    const { standIn, run } = await start(platform, postsOf(120))
    // Pages of results overlap.
    const items = [...new Map((await run()).items.map((item) => [item.key, item])).values()]
    const keys = keysOf({ items })
    const again = (asked: readonly string[]) => reread({ platform, baseUrl: standIn.url, nowMs, keys: asked })
    const all = await again(keys)
    // Authors may not be asked for again.
    const withoutAuthor = (item: RereadItem) => ({ ...item, author: undefined })
    const shown = items.map(({ foundByQuery: _query, ...item }) => withoutAuthor(item))
    expect(all.items.map(withoutAuthor).toSorted(byKey)).toEqual(shown.toSorted(byKey))
    standIn.posts.splice(0, 60)
    const left = (await again(keys)).items
    expect(left).toHaveLength(60)
    expect(left.every(({ title }) => standIn.posts.some((post) => post.title === title))).toBe(true)
    expect(await again(['not a key'])).toEqual({ items: [], unread: [], requests: 0 })
  },
)

test.each(retained)('$title: takes no fault for a sign that something is gone', async ({ platform }) => {
  const { standIn, run } = await start(platform, postsOf(1))
  const keys = keysOf(await run())
  for (const [reply, fault] of troubles) {
    standIn.troubles.plan(reply, { times: 1 })
    const found = await reread({ platform, baseUrl: standIn.url, nowMs, keys })
    expect(found, JSON.stringify(reply)).toMatchObject({ items: [], fault: { fault } })
  }
})

const unreadable = { title: null, text: null }

test.each(runnable.filter(({ platform }) => platform !== 'trustpilot'))(
  '$title: says of posts in a form that cannot be read that they lack what each has',
  async ({ platform }) => {
    const { standIn, run } = await start(platform, postsOf(6))
    const lost = { ...unreadable, id: null, objectID: null, publishedAt: null }
    for (const [at, post] of standIn.posts.entries())
      standIn.posts[at] = { ...post, raw: { ...post.raw, ...lost } }
    const { items, dropped } = await run({ mostRequests: platform === 'reddit' ? 2 : 1 })
    expect(items).toEqual([])
    expect(dropped).toHaveLength(6)
    expect(dropped.every(({ isUnreadable }) => isUnreadable === true)).toBe(true)
  },
)

test.each(retained)(
  '$title: takes nothing for gone that it shows in a form that cannot be read',
  async ({ platform }) => {
    const { standIn, run } = await start(platform, postsOf(3))
    const keys = [...new Set(keysOf(await run()))]
    const again = () => reread({ platform, baseUrl: standIn.url, nowMs, keys })
    const [first, second, third] = standIn.posts
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('There are three.')
    standIn.posts.splice(0, 2, { ...first, raw: { ...first.raw, ...unreadable } })
    const { items, unread } = await again()
    expect(items.map(({ title }) => title)).toEqual([third.title])
    expect(unread).toHaveLength(1)
    expect(items.map(({ key }) => key)).not.toContain(unread[0])
    // What does not say which it is may be any of those that were asked for.
    standIn.posts.splice(0, 1, { ...first, raw: { ...first.raw, ...unreadable, id: null } })
    if (platform !== 'youtube') expect((await again()).unread).toHaveLength(2)
  },
)

const boards = runnable.filter(({ search }) => search?.needsBoard === true)

test.each(boards)('$title: a board that does not exist is gone', async ({ platform }) => {
  const { run } = await start(platform, postsOf(1))
  expect((await run({ board: 'elsewhere' })).fault?.fault).toBe('gone')
})

const conditional: Platform[] = ['greenhouse', 'ashby']

test.each(conditional)('%s: a board that did not change is not read again', async (platform) => {
  const { standIn, run } = await start(platform, postsOf(2))
  const first = await run()
  const second = await run({ cursor: first.cursor })
  expect(second).toMatchObject({ items: [], dropped: [], cursor: first.cursor })
  standIn.posts.push(postOf(7))
  expect((await run({ cursor: second.cursor })).items).toHaveLength(3)
})

test('Lever: a posting that moves to an earlier page is not missed', async () => {
  const { standIn, run } = await start('lever', postsOf(230))
  standIn.beforeAnswer(({ path }) => {
    if (!path.includes('skip=0&')) standIn.posts.splice(0, 5)
  })
  const found = new Set((await run()).items.map(({ title }) => title))
  expect(standIn.posts.filter(({ title }) => !found.has(title))).toEqual([])
})

test('Hacker News: sees more than 1,000 hits, also within a second', async () => {
  const posts = postsOf(1_700).map((post) => ({
    ...post,
    publishedAtMs: nowMs - hourMs - (post.id < 500 ? 0 : post.id * secondMs),
  }))
  const { run } = await start('hackernews', posts)
  const { items } = await run()
  expect(new Set(items.map(({ key }) => key)).size).toBe(1_700)
})

test('Hacker News: reads only an hour again after a complete run', async () => {
  const { run } = await start('hackernews', postsOf(300))
  const first = await run()
  const second = await run({ cursor: first.cursor })
  expect(new Set(keysOf(first)).size).toBe(300)
  expect(second.items).toHaveLength(61)
})

async function start(platform: Platform, posts: readonly StandInPost[]) {
  const standIn = await platformStandIns[platform]?.(posts)
  if (standIn === undefined) throw new Error(`${platform} has no stand-in`)
  running.push(standIn)
  const board = getPlatform(platform).search?.needsBoard === true ? 'acme' : null
  const run = (options: Partial<Parameters<typeof runSearch>[0]> = {}) =>
    runSearch({ platform, baseUrl: standIn.url, query, board, nowMs, ...options })
  return { standIn, run }
}

function postsOf(count: number): StandInPost[] {
  return Array.from({ length: count }, (_, id) => postOf(id))
}

function postOf(id: number): StandInPost {
  return {
    id: id + 1,
    title: `Cold chain ${id}`,
    text: 'Our cold chain breaks & <we> need help.',
    publishedAtMs: nowMs - 1 * hourMs - id * minuteMs,
    board: 'acme',
  }
}

function byKey(a: { key: string }, b: { key: string }): number {
  return a.key < b.key ? -1 : 1
}

function keysOf({ items }: Pick<SearchRun, 'items'>): string[] {
  return items.map(({ key }) => key).sort()
}
