import { dayMs, hourMs, minuteMs } from '@signalpost/domain'
import { type PlatformStandIn, type StandInPost, startTrustpilot } from '@signalpost/testing/platforms'
import { afterEach, expect, test } from 'vitest'
import { runSearch } from '../../test-support/run-search.ts'

const nowMs = Date.UTC(2026, 10, 20, 9)
const running: PlatformStandIn[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((standIn) => standIn.close()))
})

async function start(posts: readonly StandInPost[]) {
  const standIn = await startTrustpilot(posts)
  running.push(standIn)
  const run = (options: Partial<Parameters<typeof runSearch>[0]> = {}) =>
    runSearch({ platform: 'trustpilot', baseUrl: standIn.url, query: 'Deskly', nowMs, ...options })
  const asked = () => standIn.requests.splice(0).map(({ path }) => path.replace('/v1/business-units/', ''))
  return { standIn, run, asked }
}

function review(id: number, about: Partial<StandInPost> = {}): StandInPost {
  const raw = { company: 'Deskly', ...about.raw }
  return {
    id,
    title: `Slow ${id}`,
    text: 'It & <we> wait.',
    publishedAtMs: nowMs - id * hourMs,
    ...about,
    raw,
  }
}

test('finds a company by its name alone, remembers it, and reads its stars', async () => {
  const other = review(9, { raw: { company: 'Deskly Tools' } })
  const { standIn, run, asked } = await start([
    review(1, { author: 'Ana', raw: { language: 'de', stars: 1 } }),
    other,
  ])
  const { items, cursor } = await run()
  expect(items).toEqual([
    {
      ...{
        platform: 'trustpilot',
        key: 'trustpilot.com/reviews/5f00000001',
        coverage: 'full_text',
        rating: 1,
      },
      ...{ url: 'https://www.trustpilot.com/reviews/5f00000001', title: 'Slow 1', text: 'It & <we> wait.' },
      ...{ author: 'Ana', publishedAt: '2026-11-20T08:00:00.000Z', language: 'de', foundByQuery: 'Deskly' },
      ...{
        subjectName: 'Deskly',
        subjectOrg: { name: 'Deskly' },
        rivalKey: 'deskly',
        accountKey: 'd:deskly.example',
      },
    },
  ])
  expect(asked()[0]).toBe('search?query=Deskly&perPage=10&page=1')
  standIn.posts.push(review(2))
  await run({ cursor })
  expect(asked().every((path) => path.includes('/reviews?'))).toBe(true)
})

test('finds a company by its domain, and says where there is none', async () => {
  const { run, asked } = await start([review(1)])
  expect((await run({ query: 'https://www.Deskly.example/pricing' })).items).toHaveLength(1)
  expect(asked()[0]).toBe('find?name=deskly.example')
  for (const query of ['Desk', 'other.example']) expect((await run({ query })).fault?.fault).toBe('gone')
})

test('a later run reads only a day again, and a page past the end ends it', async () => {
  const { run, asked } = await start(Array.from({ length: 200 }, (_, id) => review(id + 1)))
  const first = await run()
  expect(first.items).toHaveLength(200)
  // The company, two full pages and the empty one.
  expect(asked()).toHaveLength(4)
  const second = await run({ cursor: first.cursor })
  expect(second).toMatchObject({ requests: 1, cursor: first.cursor })
  expect((await run({ sinceMs: nowMs - dayMs + minuteMs })).items).toHaveLength(23)
})

test('sends its key in a header, and says whether the key or its plan is refused', async () => {
  const { standIn, run } = await start([review(1)])
  await run({ secrets: { apiKey: 'k' } })
  expect(standIn.requests[0]?.headers.apikey).toBe('k')
  expect(standIn.requests.some(({ path }) => path.includes('apikey'))).toBe(false)
  expect((await run({ secrets: { apiKey: 'wrong' } })).fault).toMatchObject({ fault: 'unauthorised' })
  expect((await run({ secrets: { apiKey: 'other plan' } })).fault?.message).toContain('plan')
})
