import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test.each([
  ['{"b":1,"a":[{"d":null,"c":true}]}', '{"a":[{"c":true,"d":null}],"b":1}'],
  ['1.0', '1'],
  ['1e2', '100'],
  ['-0', '0'],
  ['1e400', '1e999'],
  ['-1e400', '-1e999'],
  ['"\\u0041\\u00e9\\ud800"', '"Aé\\ud800"'],
  ['{"a":1,"a":2}', '{"a":2}'],
  ['{"__proto__":1}', '{"__proto__":1}'],
])('writes %s as %s', (json, canonical) => {
  expect(canonicalJson(JSON.parse(json))).toBe(canonical)
})

test('writes equal values as equal texts and different values as different texts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(canonicalJson(shuffled(a))).toBe(canonicalJson(a))
      expect(JSON.parse(canonicalJson(a))).toEqual(JSON.parse(JSON.stringify(a)))
      const areEqual = canonicalJson(a) === canonicalJson(b)
      expect(areEqual).toBe(sameJson(a, b))
    }),
  )
})

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, shuffled(member)]),
  )
}

function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  if (Array.isArray(a) || Array.isArray(b)) return false
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  return (
    left.size === right.size &&
    [...left].every(([name, member]) => right.has(name) && sameJson(member, right.get(name)))
  )
}
