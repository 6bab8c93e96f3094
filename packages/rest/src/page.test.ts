import { expect, test } from 'vitest'
import { createCursors, cutPage } from './index.ts'

const cursors = createCursors(Buffer.alloc(32, 1))
const scope = { route: 'listRules', orgId: 'org_one', filters: {} }
const cut = (items: string[], query: { limit?: number; cursor?: string }) =>
  cutPage(items, { query, idOf: (item) => item, cursors, scope })

test('a short list is whole without a limit, and comes in pages with one', () => {
  const items = ['a', 'b', 'c', 'd', 'e']
  expect(cut(items, {})).toEqual({ items, nextCursor: null })
  const pages: string[][] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = cut(items, { limit: 2, ...(cursor !== undefined && { cursor }) })
    pages.push(page.items)
    cursor = page.nextCursor
  }
  expect(pages).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  expect(cut(items, { limit: 5 }).nextCursor).toBeNull()
})

test('rows that come, move or go between two pages leave the others once', () => {
  const { nextCursor } = cut(['a', 'b', 'c', 'd'], { limit: 2 })
  const cursor = nextCursor ?? ''
  expect(cut(['new', 'a', 'b', 'c', 'd'], { limit: 2, cursor }).items).toEqual(['c', 'd'])
  expect(cut(['a', 'c', 'd'], { limit: 2, cursor }).items).toEqual(['c', 'd'])
  expect(cut([], { limit: 2, cursor })).toEqual({ items: [], nextCursor: null })
  expect(() => cut(['a'], { limit: 2, cursor: 'forged' })).toThrow()
})
