import { expect, test } from 'vitest'
import { readEnvelopes } from './envelope.ts'

const event = { id: 'evt_1', type: 'ping', occurredAt: '2026-11-20T09:00:00Z', orgId: 'org_demo', data: {} }

test('reads one event, with its moment to the millisecond', () => {
  expect(readEnvelopes({ ...event, extra: true })).toEqual({
    ok: true,
    isArray: false,
    envelopes: [{ ...event, occurredAt: '2026-11-20T09:00:00.000Z' }],
  })
})

test('reports the issues of all elements of an array', () => {
  const result = readEnvelopes([event, { ...event, id: '' }, { ...event, data: [] }, null])
  expect(result).toMatchObject({ ok: false })
  expect(result.ok ? [] : result.issues.map((issue) => issue.path)).toEqual(['1.id', '2.data', '3'])
})

test.each([
  [[], false],
  [Array(500).fill(event), true],
  [Array(501).fill(event), false],
])('accepts arrays of 1 to 500 events', (array, isValid) => {
  expect(readEnvelopes(array).ok).toBe(isValid)
})

test.each(['id', 'type', 'occurredAt', 'orgId', 'data'])('requires the member %s', (member) => {
  const { [member as keyof typeof event]: _left, ...rest } = event
  const result = readEnvelopes(rest)
  expect(result.ok ? [] : result.issues.map((issue) => issue.path)).toEqual([member])
})

test.each([null, 1, 'text', true, undefined])('refuses %j as a body', (body) => {
  expect(readEnvelopes(body).ok).toBe(false)
})

test('accepts 64 levels and refuses 65', () => {
  // The event and its data are two levels.
  expect(readEnvelopes({ ...event, data: { deep: nested(62) } }).ok).toBe(true)
  expect(readEnvelopes({ ...event, data: { deep: nested(63) } }).ok).toBe(false)
  expect(readEnvelopes(nested(100_000)).ok).toBe(false)
})

test('measures the length of a type in characters', () => {
  expect(readEnvelopes({ ...event, type: '😀'.repeat(100) }).ok).toBe(true)
  expect(readEnvelopes({ ...event, type: '😀'.repeat(101) }).ok).toBe(false)
  expect(readEnvelopes({ ...event, type: ' ' }).ok).toBe(false)
})

test('does not take members of the prototype for members of the event', () => {
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
