import { secondMs } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'
import { startReranker } from '../test-support/start-reranker.ts'
import { createReranking } from './create-reranking.ts'

test('waits ten seconds for a rerank model that stays silent, and needs no key and no name of it', async ({
  database,
  onTestFinished,
}) => {
  const model = await startReranker(() => () => undefined)
  onTestFinished(model.stop)
  const settings = { url: `${model.url}/rerank`, key: undefined, model: undefined, dailyCalls: 1, bar: 0.5 }
  const outcomes: string[] = []
  const { ask } = createReranking({
    ...{ database, model: settings, nowMs: Date.now },
    onOutcome: (outcome) => outcomes.push(outcome),
  })
  const item = {
    ...{ platform: 'reddit' as const, key: 'r1', url: 'https://www.reddit.com/comments/r1', title: 'A post' },
    ...{ text: 'We answer mails by hand.', coverage: 'full_text' as const, foundByQuery: 'mails' },
  }
  const listener = {
    ...{ mode: 'market' as const, objective: 'find customers', keywords: ['crm'], exclusions: [] },
    ...{ sensitivity: 'balanced' as const, profile: { targetRoles: [] } },
  }
  const startedAtMs = performance.now()
  const { signal } = new AbortController()
  expect(await ask({ orgId: 'org_silent', items: [item], listener, signal })).toEqual(new Map())
  const waitedMs = performance.now() - startedAtMs
  expect(waitedMs).toBeGreaterThan(9.9 * secondMs)
  expect(waitedMs).toBeLessThan(20 * secondMs)
  expect(outcomes).toEqual(['failed'])
  expect(model.asked).toMatchObject([{ path: '/v1/rerank', authorization: undefined }])
  expect(model.asked[0]).not.toHaveProperty('model')
}, 40_000)
