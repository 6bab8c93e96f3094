import type { FoundItem } from '@signalpost/domain'
import type { JudgedListener } from '@signalpost/judge'
import { expect, test } from 'vitest'
import type { RealPost } from '../../real-posts.ts'
import type { JudgedPost } from '../judge-pool.ts'
import { firstPosts } from './first-posts.ts'

const listener: JudgedListener = {
  ...{ mode: 'market', objective: 'find_customers', keywords: [], exclusions: [] },
  ...{ sensitivity: 'balanced', profile: { targetRoles: [] } },
}
const text =
  'We have used it for three years, and this month it lost the orders of a whole day without a word.'

function post(signalId: string, about: Partial<FoundItem> = {}): [string, RealPost] {
  const item: FoundItem = {
    ...{ platform: 'reddit', key: signalId, url: `https://reddit.com/comments/${signalId}`, text },
    ...{ title: `A title of its own: ${signalId}`, coverage: 'full_text', foundByQuery: '' },
    ...about,
  }
  return [signalId, { signalId, item, listener, listenerId: 'lsn_1', nowMs: 0 }]
}

function judged(signalId: string, score: number): JudgedPost {
  return { signalId, platform: 'reddit', score, components: [], keywords: 1, goodChance: 0.5 }
}

test('orders by score, then in an order of its own, and stops at the count', () => {
  const posts = new Map([post('a'), post('b'), post('c')])
  const first = firstPosts([judged('c', 50), judged('b', 50), judged('a', 10)], posts, 2)
  expect(first.map((one) => one.judged.signalId)).toEqual(['b', 'c'])
})

test('shows one of several that are the same post: by address, or by title and text', () => {
  const title = 'Our invoices were lost again'
  const posts = new Map([
    post('a', { url: 'https://old.reddit.com/comments/one?utm_source=x' }),
    post('b', { url: 'https://www.reddit.com/comments/one' }),
    post('c', { title }),
    post('d', { title }),
    post('e', { title, text: 'Quite another matter, of which no one had thought before it came to this.' }),
  ])
  const all = ['a', 'b', 'c', 'd', 'e'].map((signalId, at) => judged(signalId, 50 - at))
  expect(firstPosts(all, posts, 5).map((one) => one.judged.signalId)).toEqual(['a', 'c', 'e'])
})
