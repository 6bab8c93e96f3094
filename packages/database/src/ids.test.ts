import { expect, test } from 'vitest'
import { createId, createIdSeries, idFloor, idTimeMs } from './ids.ts'

const nowMs = Date.parse('2026-11-20T09:00:00.123Z')

test('makes ids that ascend and carry their time', () => {
  const ids = Array.from({ length: 1_000 }, () => createId('dlv_', nowMs))
  expect(new Set(ids).size).toBe(1_000)
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(/^dlv_[0-9a-z]{26}$/)
  expect(new Set(ids.map(idTimeMs))).toEqual(new Set([nowMs]))
})

test('keeps ascending while the clock steps back a little, and follows a corrected one', () => {
  const before = createId('dlv_', nowMs)
  const after = createId('dlv_', nowMs - 1_000)
  expect(after > before).toBe(true)
  expect(idTimeMs(createId('dlv_', nowMs + 1_000_000_000))).toBe(nowMs + 1_000_000_000)
  expect(idTimeMs(createId('dlv_', nowMs))).toBe(nowMs)
})

test('keeps the time of a series, whatever ids are made elsewhere', () => {
  const nextId = createIdSeries()
  const first = nextId('dlv_', nowMs)
  createId('dlv_', nowMs + 5)
  const second = nextId('dlv_', nowMs)
  expect(second > first).toBe(true)
  expect(idTimeMs(second)).toBe(nowMs)
})

test('bounds the ids of a moment', () => {
  const id = createId('dlv_', nowMs + 10)
  expect(id > idFloor('dlv_', nowMs + 10)).toBe(true)
  expect(id < idFloor('dlv_', nowMs + 11)).toBe(true)
})

test.each([
  '',
  'dlv_',
  'dlv_x',
  'dlv_01m7wkqbqw6wkmpysaqjjxb9d!',
  'dlv_81m7wkqbqw6wkmpysaqjjxb9d5',
  '01m7wkqbqw6wkmpysaqjjxb9d5',
])('finds no time in %j', (id) => {
  expect(idTimeMs(id)).toBeUndefined()
})
