import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineEventKind } from '../event-kind.ts'
import { registerKinds } from '../registers/register-kinds.ts'
import { eventKinds } from './event-kinds.ts'
import { findEventOfChange, type StoredChange } from './event-of-change.ts'
import { sentKinds, subscribableTypes } from './sent-kinds.ts'

const received = defineEventKind({
  type: 'signal.only-received',
  data: z.object({ signalId: z.string() }),
  example: { signalId: 'sig_8d1f' },
  contributions: () => [],
})

/** Every change that the kinds say they are sent for, made from their examples. */
const changes = sentKinds().flatMap((kind): { type: string; sent: z.ZodType; change: StoredChange }[] => {
  const { type, sent, sentOn, example } = kind
  const base = { recordId: 'id_1', detail: null, document: null }
  if ('record' in sentOn) {
    const { record } = sentOn
    const document = z
      .record(z.string(), z.unknown())
      .nullable()
      .parse(example[record] ?? null)
    return sentOn.changes.map((change) => ({ type, sent, change: { ...base, record, change, document } }))
  }
  if (!('register' in sentOn)) return []
  const detail = { register: sentOn.register, from: null, to: example[sentOn.register] }
  return [{ type, sent, change: { ...base, record: 'registers', change: 'changed', detail } }]
})

test.each(changes)('sends $type for $change.record $change.change', ({ type, sent, change }) => {
  const event = findEventOfChange(change)
  expect(event?.type).toBe(type)
  expect(sent.parse(event?.data)).toEqual(event?.data)
})

test('sends every type that can be subscribed to, except for alerts, for a change', () => {
  const types = new Set(changes.map(({ type }) => type))
  expect([...types, 'alert.raised']).toEqual(subscribableTypes())
})

test('no two kinds are sent for one change', () => {
  const names = changes.map(({ change: { record, change, detail } }) =>
    [record, change, detail?.register].join(' '),
  )
  expect(new Set(names).size).toBe(names.length)
})

test.each(registerKinds)('sends null for $name only if its event takes null', ({ name, isNullable }) => {
  const detail = { register: name, from: 'x', to: null }
  const event = findEventOfChange({
    record: 'registers',
    recordId: 'sig_1',
    change: 'changed',
    detail,
    document: null,
  })
  expect(event?.data).toEqual(isNullable ? { signalId: 'sig_1', [name]: null } : undefined)
})

test('sends nothing for a change without an event', () => {
  const change = { recordId: 'id_1', detail: null, document: {} }
  expect(findEventOfChange({ ...change, record: 'account', change: 'updated' })).toBeUndefined()
  expect(findEventOfChange({ ...change, record: 'deal', change: 'archived' })).toBeUndefined()
  const detail = { register: 'unknown', from: null, to: 'x' }
  expect(findEventOfChange({ ...change, record: 'registers', change: 'changed', detail })).toBeUndefined()
})

test('offers no kind that is only received', () => {
  const kinds = [...eventKinds, received]
  expect(sentKinds(kinds)).toEqual(sentKinds(eventKinds))
  expect(subscribableTypes(kinds)).not.toContain('signal.only-received')
})

test('offers the test of a channel to no subscriber', () => {
  expect(sentKinds().map(({ type }) => type)).toContain('ping')
  expect(subscribableTypes()).not.toContain('ping')
})
