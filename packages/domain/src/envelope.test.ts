import { expect, test } from 'vitest'
import { readEnvelopes } from './envelope.ts'

const event = { id: 'evt_1', type: 'ping', occurredAt: '2026-11-20T09:00:00Z', orgId: 'org_demo', data: {} }

test('reads one event, and keeps its moment to the millisecond', () => {
  expect(readEnvelopes({ ...event, extra: true })).toEqual({
    ok: true,
    isArray: false,
    envelopes: [{ ...event, occurredAt: '2026-11-20T09:00:00.000Z' }],
  })
})

test('tells the issues of all elements of an array', () => {
  const result = readEnvelopes([event, { ...event, id: '' }, { ...event, data: [] }, null])
  expect(result).toMatchObject({ ok: false })
  expect(result.ok ? [] : result.issues.map((issue) => issue.path)).toEqual(['1.id', '2.data', '3'])
})

test.each([
  [[], false],
  [Array(500).fill(event), true],
  [Array(501).fill(event), false],
])('bounds an array', (array, isValid) => {
  expect(readEnvelopes(array).ok).toBe(isValid)
})

test.each(['id', 'type', 'occurredAt', 'orgId', 'data'])('requires %s', (member) => {
  const { [member as keyof typeof event]: _left, ...rest } = event
  const result = readEnvelopes(rest)
  expect(result.ok ? [] : result.issues.map((issue) => issue.path)).toEqual([member])
})

test.each([null, 1, 'text', true, undefined])('refuses %j', (body) => {
  expect(readEnvelopes(body).ok).toBe(false)
})

test('takes 64 levels and no more', () => {
  // The event and its data are two of them.
  expect(readEnvelopes({ ...event, data: { deep: nested(62) } }).ok).toBe(true)
  expect(readEnvelopes({ ...event, data: { deep: nested(63) } }).ok).toBe(false)
  expect(readEnvelopes(nested(100_000)).ok).toBe(false)
})

test('judges the length of a type by its characters', () => {
  expect(readEnvelopes({ ...event, type: '😀'.repeat(100) }).ok).toBe(true)
  expect(readEnvelopes({ ...event, type: '😀'.repeat(101) }).ok).toBe(false)
  expect(readEnvelopes({ ...event, type: ' ' }).ok).toBe(false)
})

test('is not fooled by members that objects have by birth', () => {
  const result = readEnvelopes(
    JSON.parse(
      '{"id":"evt_1","type":"ping","occurredAt":"2026-11-20T09:00:00Z","orgId":"org_demo","data":{"__proto__":{"polluted":true}}}',
    ),
  )
  expect(result.ok).toBe(true)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}
