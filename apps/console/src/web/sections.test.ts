import { expect, test } from 'vitest'
import { sections } from './sections.ts'

test('every section has a key, a path and a title of its own', () => {
  for (const member of ['key', 'path', 'title'] as const) {
    const values = sections.map((section) => section[member])
    expect(values.toSorted()).toEqual([...new Set(values)].toSorted())
  }
})

test('sections of a group stand together', () => {
  const groups = sections.map(({ group }) => group)
  const changes = groups.filter((group, at) => group !== groups[at - 1])
  expect(changes).toEqual([...new Set(groups)])
})
