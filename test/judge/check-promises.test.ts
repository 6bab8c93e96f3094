import { type JudgeInput, type Judgement, judge } from '@signalpost/judge'
import { expect, test } from 'vitest'
import { areKept, checkPromises } from './check-promises.ts'
import type { RealPost } from './real-posts.ts'

const post: RealPost = {
  item: {
    ...{ platform: 'hackernews', key: 'a', url: 'https://news.example/a', coverage: 'full_text' },
    ...{
      title: 'Can anyone recommend a help desk?',
      text: 'We need it by Friday.',
      foundByQuery: 'help desk',
    },
  },
  listener: {
    ...{ mode: 'market', objective: 'find_customers', keywords: ['help desk'], exclusions: [] },
    ...{ sensitivity: 'balanced', profile: { targetRoles: [] } },
  },
  ...{ signalId: 'sig_a', listenerId: 'lsn_a', nowMs: Date.UTC(2026, 0, 1) },
}
const other: RealPost = { ...post, item: { ...post.item, title: 'A recipe', text: 'Bake it.' } }

type Passed = Extract<Judgement, { passed: true }>

/** Judges, then changes what was found. */
function changed(change: (found: Passed) => Passed) {
  return (input: JudgeInput): Judgement => {
    const found = judge(input)
    return found.passed ? change(found) : found
  }
}

test('counts what passed and what was dropped', () => {
  const found = checkPromises([post, other])
  expect(found).toMatchObject({ passed: 1, dropped: 1, rubric: 3 })
  expect(areKept(found)).toBe(true)
})

let calls = 0
test.each([
  [
    'thrown',
    () => {
      throw new Error('planted')
    },
  ],
  [
    'invalid',
    changed((found) => ({ ...found, members: { ...found.members, classification: 'no' as 'noise' } })),
  ],
  [
    'foreignQuotes',
    changed((found) => ({ ...found, members: { ...found.members, rationale: 'Says “planted”.' } })),
  ],
  ['brokenSums', changed((found) => ({ ...found, members: { ...found.members, relevanceScore: 1 } }))],
  [
    'differing',
    changed((found) => ({ ...found, members: { ...found.members, rationale: `Call ${calls++}` } })),
  ],
] as const)('counts a judgement as %s', (name, judgeOne) => {
  const found = checkPromises([post], judgeOne)
  expect(found[name]).toBe(1)
  expect(areKept(found)).toBe(false)
})
