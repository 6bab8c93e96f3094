import { normaliseKey } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { areKeysKept, checkKeys } from './check-keys.ts'
import type { RealPost } from './real-posts.ts'

const title = 'Senior accountant for our office'
const long = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ')
const other = Array.from({ length: 60 }, (_, at) => `other${at}`).join(' ')

function post(url: string, about: Partial<RealPost['item']> = {}, listenerId = 'lsn_a'): RealPost {
  return {
    item: {
      ...{ platform: 'hackernews', key: url, url, title, text: long, coverage: 'full_text' },
      ...{ foundByQuery: 'accountant', ...about },
    },
    listener: {
      ...{ mode: 'market', objective: 'find_customers', keywords: [], exclusions: [] },
      ...{ sensitivity: 'balanced', profile: { targetRoles: [] } },
    },
    ...{ signalId: 'sig_a', listenerId, nowMs: 0 },
  }
}

const posts = [
  post('https://a.example/1'),
  post('https://a.example/1?utm_source=x', { text: `${long} again` }),
  post('https://a.example/2', { text: other }),
  post('https://a.example/3', { title: 'Accountant' }),
  post('https://a.example/1', { text: other }, 'lsn_b'),
]

test('compares posts of one listener that have one key', () => {
  const found = checkKeys(posts)
  expect(found).toEqual({
    ...{ addresses: 5, unstable: 0, groups: 1, mixedGroups: 1 },
    sameAddress: { collapsed: 1, different: 0 },
    sameTitle: { compared: 3, collapsed: 1, different: 0 },
  })
  expect(areKeysKept(found)).toBe(true)
})

test('counts different texts that a title alone would collapse', () => {
  const found = checkKeys(posts, { keyOf: normaliseKey, isOne: () => true })
  expect(found.sameTitle).toEqual({ compared: 3, collapsed: 3, different: 2 })
  expect(areKeysKept(found)).toBe(false)
})

test('counts addresses whose key is not its own key', () => {
  const found = checkKeys(posts, { keyOf: (url) => `${url}/`, isOne: () => false })
  expect(found.unstable).toBe(5)
  expect(areKeysKept(found)).toBe(false)
})

test('counts different texts behind one address', () => {
  const found = checkKeys([post('https://a.example/1'), post('https://a.example/1#b', { text: other })])
  expect(found.sameAddress).toEqual({ collapsed: 1, different: 1 })
})
