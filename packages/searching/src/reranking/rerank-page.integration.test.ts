import type { Database } from '@signalpost/database'
import { createConnection } from '@signalpost/database/searching'
import { minuteMs } from '@signalpost/domain'
import { createOutgoing } from '@signalpost/outgoing'
import { platformStandIns } from '@signalpost/testing/platforms'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect, type TestContext } from 'vitest'
import { runListener } from '../run/run-listener.ts'
import { injectedTexts } from '../test-support/injected-texts.ts'
import { makeDueListener, secretBox } from '../test-support/make-listener.ts'
import { type RerankReply, scoring, startReranker } from '../test-support/start-reranker.ts'
import { createReranking } from './create-reranking.ts'

const outgoing = createOutgoing({ allowedNetworks: { has: () => true } })

afterAll(() => outgoing.close())

type Said = { title: string; text: string }

/** The listener looks for the keyword crm, and its queries for other words. */
async function stage(
  { database, onTestFinished }: { database: Database } & Pick<TestContext, 'onTestFinished'>,
  { posts, queries = ['"customers"'], reply }: { posts: Said[]; queries?: string[]; reply: RerankReply },
) {
  const stand = await platformStandIns.hackernews?.(
    posts.map((said, id) => ({
      ...{ id: id + 1, ...said, author: `author${id}` },
      publishedAtMs: Date.now() - (id + 1) * minuteMs,
    })),
  )
  if (stand === undefined) throw new Error('There is no stand-in for Hacker News.')
  const model = await startReranker(() => reply)
  onTestFinished(async () => void (await Promise.all([stand.close(), model.stop()])))
  const listener = await makeDueListener(database, {
    queries: queries.map((query) => ({ source: 'hackernews' as const, query })),
    boards: [],
  })
  const { orgId } = listener
  const place = { orgId, platform: 'hackernews' as const, baseUrl: stand.url }
  await createConnection(database, secretBox, { ...place, budget: null, secrets: {} })
  const settings = { url: model.url, key: undefined, model: undefined, dailyCalls: 200, bar: 0.5 }
  const services = { database, secretBox, outgoing, nowMs: Date.now }
  const askRerank = createReranking({ database, model: settings, nowMs: Date.now, timeoutMs: 2_000 })
  return {
    ...{ model, orgId },
    run: (dry: boolean) => runListener({ ...services, askRerank }, { ...listener, dry }),
    runByRules: () => runListener(services, { ...listener, dry: true }),
  }
}

const wanted = {
  title: 'Can anyone recommend something for a list of customers?',
  text: 'We are looking for an alternative to our spreadsheet because it is down. We have 20 people and a budget of 500 dollars a month. We need it by friday, asap.',
}
const other = { title: 'What customers say', text: 'A talk about customers and their words.' }
const named = { title: 'Our CRM for customers', text: 'We are looking for a CRM.' }

test('a post without a keyword passes by its rerank score, and its points are those of the rules', async ({
  database,
  onTestFinished,
}) => {
  const reply = scoring((document) => (document.includes('spreadsheet') ? 0.83 : 0.12))
  const { run, runByRules, model, orgId } = await stage(
    { database, onTestFinished },
    { posts: [wanted, other, named], reply },
  )
  const { items } = await run(true)
  expect(items).toMatchObject([
    {
      ...{ title: wanted.title, rerankScore: 0.83, kept: true, relevanceScore: expect.any(Number) },
      reason: expect.stringMatching(
        /^Without a keyword, it passed by its rerank score of 0\.83\. The score of /,
      ),
    },
    {
      ...{ title: other.title, rerankScore: 0.12, kept: false, relevanceScore: null },
      reason: 'No keyword of the plan is in the post. Its rerank score of 0.12 is below the bar of 0.5.',
    },
    { title: named.title, rerankScore: null },
  ])
  // Posts with a keyword are not asked about.
  expect(model.asked.flatMap(({ documents }) => documents)).toHaveLength(2)
  const byRules = (await runByRules()).items
  expect(byRules[0]).toMatchObject({ kept: false, reason: 'No keyword of the plan is in the post.' })
  expect(byRules[2]).toEqual(items[2])

  await run(false)
  const { rows } = await sql<{ signal: unknown; reason: string }>`
    select event::jsonb -> 'data' -> 'signal' as signal, reason from finds
    where org_id = ${orgId} and state = 'waiting' order by dedupe_key limit 1`.execute(database)
  expect(rows).toMatchObject([
    { signal: { title: wanted.title, passedBy: 'rerank', rerankScore: 0.83, matchedKeywords: [] } },
  ])
  expect(rows[0]?.reason).toContain('its rerank score of 0.83')
})

test('while the model fails, the rules alone decide', async ({ database, onTestFinished }) => {
  const reply: RerankReply = (_, response) => void response.writeHead(429).end()
  const { run, runByRules, model } = await stage(
    { database, onTestFinished },
    { posts: [wanted, other, named], reply },
  )
  expect((await run(true)).items).toEqual((await runByRules()).items)
  expect(model.asked).toHaveLength(1)
})

test('a model that obeys injected texts opens the gate to them, and moves no point', async ({
  database,
  onTestFinished,
}) => {
  const posts = injectedTexts
    .slice(0, 20)
    .map((text, index) => ({ title: `Customers ${index} of ours`, text }))
  const { run } = await stage({ database, onTestFinished }, { posts, reply: scoring(() => 1_000_000) })
  const { run: runLow } = await stage({ database, onTestFinished }, { posts, reply: scoring(() => 0.5) })
  // Whether they are shown by chance depends on each listener's seed, and each makes signals of its own.
  const pointsOf = ({ items }: Awaited<ReturnType<typeof run>>) =>
    items.map(({ rerankScore: _score, kept: _kept, reason: _reason, features, ...item }) => ({
      ...item,
      features: { ...features, signalId: undefined },
    }))
  const obeyed = await run(true)
  expect(obeyed.items.filter(({ relevanceScore }) => relevanceScore !== null)).toHaveLength(20)
  expect(pointsOf(obeyed)).toEqual(pointsOf(await runLow(true)))
})

test('a run asks about fifty posts at most, and about twenty of a search', async ({
  database,
  onTestFinished,
}) => {
  const words = ['apples', 'pears', 'plums', 'cherries']
  const posts = words.flatMap((word) =>
    Array.from({ length: 30 }, (_, index) => ({ title: `Of ${word} ${index}`, text: `All about ${word}.` })),
  )
  const { run, model } = await stage(
    { database, onTestFinished },
    { posts, queries: words.map((word) => `"${word}"`), reply: scoring(() => 0) },
  )
  await run(true)
  expect(model.asked.map(({ documents }) => documents.length)).toEqual([20, 20, 10])
})
