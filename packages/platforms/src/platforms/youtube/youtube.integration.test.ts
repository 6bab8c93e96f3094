import { dayMs, hourMs, minuteMs } from '@signalpost/domain'
import {
  type StandInPost,
  startYoutube,
  type YoutubeStandIn,
  youtubeCommentId,
  youtubeVideoId,
} from '@signalpost/testing/platforms'
import { afterEach, expect, test } from 'vitest'
import { runSearch } from '../../test-support/run-search.ts'

/** One in the morning in California. */
const nowMs = Date.UTC(2026, 10, 20, 9)
const running: YoutubeStandIn[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((standIn) => standIn.close()))
})

async function start(posts: readonly StandInPost[]) {
  const standIn = await startYoutube(posts)
  running.push(standIn)
  const run = (options: Partial<Parameters<typeof runSearch>[0]> = {}) =>
    runSearch({ platform: 'youtube', baseUrl: standIn.url, query: '"cold chain"', nowMs, ...options })
  const asked = () =>
    standIn.requests.splice(0).map(({ path }) => {
      const url = new URL(path, standIn.url)
      return { method: url.pathname.split('/').at(-1), parameters: Object.fromEntries(url.searchParams) }
    })
  return { standIn, run, asked }
}

function video(id: number, about: Partial<StandInPost> = {}): StandInPost {
  const publishedAtMs = nowMs - id * minuteMs
  return { id, title: `Cold chain ${id}`, text: 'How it breaks.', publishedAtMs, ...about }
}

function comment(id: number, videoId: number, about: Partial<StandInPost> = {}): StandInPost {
  return video(id, {
    text: `Our cold chain broke ${id} times.`,
    raw: { videoId: youtubeVideoId(videoId) },
    ...about,
  })
}

test('finds comments of the videos that it finds, with links to them', async () => {
  const { run, asked } = await start([
    video(1),
    comment(2, 1),
    comment(3, 1, { text: 'First!' }),
    comment(4, 9),
  ])
  const { items } = await run()
  expect(items).toMatchObject([
    { key: `youtube.com/watch?v=${youtubeVideoId(1)}`, author: 'A channel', coverage: 'full_text' },
    {
      key: `youtube.com/watch?lc=${youtubeCommentId(2)}&v=${youtubeVideoId(1)}`,
      url: `https://www.youtube.com/watch?v=${youtubeVideoId(1)}&lc=${youtubeCommentId(2)}`,
      title: 'Our cold chain broke 2 times.',
      author: '@someone',
    },
  ])
  expect(asked()).toMatchObject([
    { method: 'search', parameters: { order: 'date', type: 'video' } },
    { method: 'videos', parameters: { id: youtubeVideoId(1) } },
    { method: 'commentThreads', parameters: { searchTerms: 'cold chain', order: 'time' } },
  ])
})

test('reads all comments where a query has several subjects, and compares them here', async () => {
  const said = ['Freight is late.', 'A cold chain.', 'Neither.', 'Spam about freight.']
  const { run, asked } = await start([
    video(1, { title: 'Freight and how to review it' }),
    ...said.map((text, at) => comment(2 + at, 1, { text })),
  ])
  const { items } = await run({ query: '("cold chain" | "freight") (review | "how to") -spam' })
  expect(items.map(({ title }) => title)).toEqual([
    'Freight and how to review it',
    'Freight is late.',
    'A cold chain.',
  ])
  expect(asked().at(-1)?.parameters).not.toHaveProperty('searchTerms')
})

test('compares the titles that `intitle:` asks for, which the API does not know', async () => {
  const { run, asked } = await start([video(1), video(2, { title: 'Chain', text: 'Of a cold chain.' })])
  const { items } = await run({ query: 'intitle:"cold chain"' })
  expect(items.map(({ title }) => title)).toEqual(['Cold chain 1'])
  expect(asked()[0]?.parameters.q).toBe('"cold chain"')
})

test('disabled comments and videos that are gone end no search', async () => {
  const { standIn, run } = await start([
    video(1),
    video(2),
    video(3),
    comment(4, 1),
    comment(5, 2),
    comment(6, 3),
  ])
  standIn.withoutComments.add(youtubeVideoId(1))
  standIn.beforeAnswer(({ path }) => {
    const at = standIn.posts.findIndex(({ id }) => id === 2)
    if (path.includes('commentThreads') && at >= 0) standIn.posts.splice(at, 1)
  })
  const { items, fault } = await run()
  expect(fault).toBeUndefined()
  expect(items.map(({ title }) => title)).toContain('Our cold chain broke 6 times.')
})

test('a day later it searches once and reads only comments that are new, with an hour again', async () => {
  const { standIn, run, asked } = await start([video(1), video(2), comment(3, 1)])
  const first = await run()
  expect(first.items).toHaveLength(3)
  asked()
  const laterMs = nowMs + dayMs
  standIn.posts.push(comment(4, 1, { publishedAtMs: laterMs - hourMs }))
  const second = await run({ cursor: first.cursor, nowMs: laterMs })
  expect(second.items.map(({ title }) => title)).toContain('Our cold chain broke 4 times.')
  expect(asked().map(({ method }) => method)).toEqual([
    'search',
    'videos',
    // The thread in which a comment was found, then the comments of both videos.
    'commentThreads',
    'commentThreads',
    'commentThreads',
  ])
})

test('reads the replies that come with a comment, without asking for them', async () => {
  const raw = { videoId: youtubeVideoId(1) }
  const parentId = youtubeCommentId(2)
  const replies = Array.from({ length: 7 }, (_, id) => ({
    ...{ ...video(10 + id), text: `My cold chain too ${id}` },
    ...{ publishedAtMs: nowMs - 40 * dayMs, raw: { ...raw, parentId } },
  }))
  const comment = { ...video(2), text: 'A cold chain?', raw }
  const { run, asked } = await start([video(1), comment, ...replies])
  const { items } = await run({ query: '"cold chain"' })
  const keys = items.map(({ key }) => key)
  const shown = replies.slice(0, 5).map(({ id }) => youtubeCommentId(id))
  expect(keys).toEqual(
    expect.arrayContaining([parentId, ...shown].map((id) => `youtube.com/watch?lc=${id}&v=${raw.videoId}`)),
  )
  expect(keys).toHaveLength(7)
  expect(asked().map(({ method }) => method)).toEqual(['search', 'videos', 'commentThreads'])
})

test('finds a new reply to a comment that was read on an earlier day, and asks for no others', async () => {
  const replyTo = (id: number, parent: number, text: string, publishedAtMs: number) =>
    comment(id, 1, {
      ...{ text, publishedAtMs },
      raw: { videoId: youtubeVideoId(1), parentId: youtubeCommentId(parent) },
    })
  const quiet = Array.from({ length: 6 }, (_, at) => replyTo(10 + at, 2, 'Same here.', nowMs))
  const first = [comment(2, 1), comment(3, 1), comment(4, 1, { text: 'First!' }), comment(5, 1)]
  const { standIn, run, asked } = await start([video(1), ...first, ...quiet, replyTo(20, 3, 'No.', nowMs)])
  const before = await run()
  asked()
  const laterMs = nowMs + dayMs
  standIn.posts.push(replyTo(30, 2, 'Our cold chain breaks too.', laterMs - minuteMs))
  standIn.posts.push(replyTo(31, 3, 'A cold chain is cold.', laterMs - minuteMs))
  standIn.posts.push(replyTo(32, 4, 'A cold chain, first!', laterMs - minuteMs))
  const known = new Set(before.items.map(({ key }) => key))
  const newOf = ({ items }: Awaited<ReturnType<typeof run>>) =>
    [...new Set(items.filter(({ key }) => !known.has(key)).map(({ key }) => key))].toSorted()
  const second = await run({ cursor: before.cursor, nowMs: laterMs })
  expect(newOf(second)).toEqual(
    [30, 31].map((id) => `youtube.com/watch?lc=${youtubeCommentId(id)}&v=${youtubeVideoId(1)}`),
  )
  const calls = asked()
  expect(calls.map(({ method }) => method)).toEqual([
    ...['search', 'videos', 'commentThreads', 'comments', 'commentThreads'],
  ])
  expect(calls[2]?.parameters.id?.split(',').toSorted()).toEqual([2, 3, 5].map(youtubeCommentId))
  // The others are shown with their threads.
  expect(calls[3]?.parameters).toMatchObject({ parentId: youtubeCommentId(2) })
  await run({ cursor: second.cursor, nowMs: laterMs + dayMs })
  expect(asked().map(({ method }) => method)).not.toContain('comments')
})

test('continues with a cursor of a version that noted no threads', async () => {
  const { run } = await start([video(1), comment(2, 1)])
  const { cursor } = await run()
  const { threads: _threads, ...older } = cursor as Record<string, unknown>
  expect((await run({ cursor: older as never, nowMs: nowMs + dayMs })).fault).toBeUndefined()
  expect(_threads).toHaveLength(1)
})

test('spends at most ten of the 100 searches of a day at once', async () => {
  const { standIn, run } = await start(Array.from({ length: 700 }, (_, id) => video(id)))
  const { fault } = await run()
  expect(fault).toBeUndefined()
  expect(standIn.spent.searches).toBe(10)
})

test('a quota that is used up lasts until midnight in California', async () => {
  const { standIn, run } = await start([video(1)])
  standIn.spent.searches = 100
  expect((await run()).fault).toMatchObject({ fault: 'exhausted', retryAfterMs: 23 * hourMs })
  standIn.newDay()
  standIn.spent.units = 10_000
  expect((await run()).fault).toMatchObject({ fault: 'exhausted', retryAfterMs: 23 * hourMs })
  standIn.newDay()
  expect((await run()).items).toHaveLength(1)
})

test('a refused key and a throttle are different faults', async () => {
  const { standIn, run } = await start([video(1)])
  expect((await run({ secrets: { apiKey: 'wrong' } })).fault?.fault).toBe('unauthorised')
  expect((await run({ secrets: {} })).fault?.fault).toBe('unauthorised')
  const reasons = {
    rateLimitExceeded: 'throttled',
    accessNotConfigured: 'unauthorised',
    forbidden: 'unauthorised',
  }
  for (const [reason, fault] of Object.entries(reasons)) {
    standIn.troubles.plan(
      { status: 403, body: JSON.stringify({ error: { errors: [{ reason }] } }) },
      { times: 1 },
    )
    expect((await run()).fault?.fault, reason).toBe(fault)
  }
})
