import { expect, test } from 'vitest'
import { z } from 'zod'
import { listOf } from './list-of.ts'

const wrongItems = (length: number): unknown[] => Array.from({ length }, () => 1)

function counted() {
  let looks = 0
  const item = z.unknown().refine((value) => {
    looks += 1
    return typeof value === 'string'
  })
  return { item, looks: () => looks }
}

test('accepts any number of valid items and converts them by their schema', () => {
  const items = Array.from({ length: 5_000 }, (_, index) => ` ${index} `)
  expect(listOf(z.string().trim()).parse(items)).toEqual(items.map((text) => text.trim()))
  expect(listOf(z.string()).parse([])).toEqual([])
})

test('stops at 100 issues', () => {
  const { item, looks } = counted()
  const issues = listOf(item).safeParse(wrongItems(524_000)).error?.issues ?? []
  expect(issues.map(({ path }) => path)).toEqual(Array.from({ length: 100 }, (_, index) => [index]))
  expect(looks()).toBe(100)
})

test('counts issues, not items', () => {
  const schema = listOf(z.object({ a: z.string(), b: z.string() }))
  expect(schema.safeParse(Array.from({ length: 500 }, () => ({}))).error?.issues).toHaveLength(100)
})

test('also stops inside defaults, optional members and further checks', () => {
  const schema = z.object({
    texts: listOf(z.string()).default([]),
    more: listOf(z.string())
      .refine(() => true)
      .optional(),
  })
  const { error } = schema.safeParse({ texts: wrongItems(10_000), more: wrongItems(10_000) })
  expect(error?.issues).toHaveLength(200)
  expect(schema.parse({})).toEqual({ texts: [] })
})

test.each([null, 'x', {}, undefined])('refuses %j as a list', (input) => {
  expect(listOf(z.string()).safeParse(input).error?.issues).toMatchObject([{ expected: 'array' }])
})

test('describes a list as an array', () => {
  expect(z.toJSONSchema(listOf(z.string()))).toMatchObject({ type: 'array', items: { type: 'string' } })
})
