import { createConnection, sumListenerCosts } from '@signalpost/database/searching'
import { dayMs, minuteMs } from '@signalpost/domain'
import { createOutgoing } from '@signalpost/outgoing'
import { startX } from '@signalpost/testing/platforms'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { createOpinions } from '../opinions/create-opinions.ts'
import { createReranking } from '../reranking/create-reranking.ts'
import { makeDueListener, secretBox } from '../test-support/make-listener.ts'
import { startModel } from '../test-support/start-model.ts'
import { scoring, startReranker } from '../test-support/start-reranker.ts'
import { runListener } from './run-listener.ts'

const outgoing = createOutgoing({ allowedNetworks: { has: () => true } })

afterAll(() => outgoing.close())

const titles = ['Recommend a CRM for our customers?', 'Which tool keeps our customers in one place?']

test('a run records what it asked of platforms and of models, also where they fail; a dry run nothing', async ({
  database,
  onTestFinished,
}) => {
  const posts = titles.map((title, id) => ({
    ...{ id, author: `author${id}`, title, publishedAtMs: Date.now() - (id + 1) * minuteMs },
    text: 'We need one by friday, as soon as possible.',
  }))
  const [stand, model, reranker] = await Promise.all([
    startX(posts),
    startModel(() => () => 'no JSON'),
    startReranker(() => scoring(() => 0.1)),
  ])
  onTestFinished(async () => void (await Promise.all([stand.close(), model.stop(), reranker.stop()])))
  const listener = await makeDueListener(database, {
    queries: [{ source: 'x', query: 'customers' }],
    boards: [],
  })
  await createConnection(database, secretBox, {
    ...{ orgId: listener.orgId, platform: 'x', baseUrl: stand.url, secrets: { bearerToken: 't' } },
    budget: { most: 1_000, windowMs: dayMs },
  })
  const base = { database, nowMs: Date.now }
  const asked = { key: 'sk-secret', model: 'small', dailyCalls: 10 }
  const services = {
    ...{ ...base, secretBox, outgoing },
    askOpinion: createOpinions({ ...base, model: { ...asked, url: model.url } }),
    askRerank: createReranking({ ...base, model: { ...asked, url: reranker.url, bar: 0.5 } }),
  }
  const run = (dry = false) => runListener(services, { ...listener, dry })
  await run(true)
  expect((await sumListenerCosts(database, listener)).costs).toEqual([])
  const before = { reads: stand.billed.reads, requests: stand.requests.length }
  const calls = { opinion: model.asked.length, rerank: reranker.asked.length }
  await run()
  stand.troubles.plan({ status: 503 }, { times: 1 })
  await run()
  const requests = stand.requests.length - before.requests
  const { costs } = await sumListenerCosts(database, listener)
  const of = (kind: string, name: string) => costs.find((cost) => cost.kind === kind && cost.name === name)
  expect(requests).toBe(2)
  expect(of('run', '')).toMatchObject({ times: 2 })
  expect(of('platform', 'x')).toMatchObject({ unit: 'read', times: requests, pages: 1 })
  expect(of('platform', 'x')?.units).toBe(stand.billed.reads - before.reads)
  expect(of('model', 'opinion')?.times).toBe(model.asked.length - calls.opinion)
  expect(of('model', 'rerank')?.times).toBe(reranker.asked.length - calls.rerank)
  expect(costs.length).toBe(4)
})
