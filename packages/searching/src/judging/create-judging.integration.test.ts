import { emptyHistory, priorWeights } from '@signalpost/judge'
import { afterEach, expect, test } from 'vitest'
import { createJudging, type Judging } from './create-judging.ts'
import { type Plan, type Post, tasks } from './tasks.ts'

const stuck = new URL('../test-support/stuck-thread.ts', import.meta.url)
const opened: Judging[] = []

const plan: Plan = {
  ...{ orgId: 'org_1', listenerId: 'lsn_1', seed: 'seed', weights: priorWeights(), history: emptyHistory() },
  ...{ chosenBar: undefined, nowMs: Date.parse('2026-11-20T09:00:00.000Z') },
  listener: {
    ...{ mode: 'market', objective: 'find_customers', keywords: ['crm'], exclusions: [] },
    ...{ sensitivity: 'balanced', profile: { targetRoles: [] } },
  },
}

function judgingOf(options: Parameters<typeof createJudging>[0] = {}): Judging {
  const judging = createJudging(options)
  opened.push(judging)
  return judging
}

function postsOf(...titles: string[]): Post[] {
  return titles.map((title) => ({
    item: {
      ...{ platform: 'hackernews', key: title, url: `https://news.example.com/${title}`, title },
      ...{
        text: 'Can anyone recommend a CRM? We need one by friday.',
        coverage: 'full_text',
        foundByQuery: 'crm',
      },
    },
  }))
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((judging) => judging.close()))
})

test('a thread decides what the judge decides', async () => {
  const posts = postsOf('one', 'two', 'three')
  const { result, skipped } = await judgingOf().run('decide', { posts, plan })
  expect(result).toEqual(tasks.decide({ posts, plan }, () => true))
  expect(skipped.size).toBe(0)
  expect(result.history.documents).toBe(3)
})

test.each([
  ['endless', 2_000, 'judging it takes longer than 2 s'],
  ['greedy', 60_000, 'judging it takes too much memory'],
])(
  'leaves out a post that is %s, and judges the others',
  async (title, deadlineMs, reason) => {
    const judging = judgingOf({ entry: stuck, deadlineMs })
    const { result, skipped } = await judging.run('decide', { posts: postsOf('one', title, 'two'), plan })
    expect(result.decisions.map((decision) => decision?.passed)).toEqual([true, undefined, true])
    expect([...skipped]).toEqual([[1, reason]])
    const others = postsOf('one', 'two')
    expect(result.history).toEqual(tasks.decide({ posts: others, plan }, () => true).history)
  },
  60_000,
)

test('judges for all in at most four threads', async () => {
  const judging = judgingOf()
  const posts = postsOf('one')
  const pages = await Promise.all(Array.from({ length: 12 }, () => judging.run('decide', { posts, plan })))
  expect(pages.map(({ result }) => result.decisions.length)).toEqual(Array(12).fill(1))
  expect(judging.threads()).toBeLessThanOrEqual(4)
})
