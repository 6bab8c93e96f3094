import { RejectedError } from '@signalpost/domain'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type CursorScope, createCursors } from './cursors.ts'

const masterKey = Buffer.alloc(32, 1)
const cursors = createCursors(masterKey)
const scope: CursorScope = { route: 'listResults', orgId: 'org_one', filters: { source: 'x', minScore: 5 } }
const schema = z.object({ id: z.string() })
const sealed = cursors.seal(scope, { id: 'sig_1' })

describe('createCursors', () => {
  test('opens what it sealed, also in another process and with the filters in another order', () => {
    expect(cursors.open(scope, sealed, schema)).toEqual({ id: 'sig_1' })
    const elsewhere = createCursors(Buffer.from(masterKey))
    const reordered = { ...scope, filters: { minScore: 5, source: 'x' } }
    expect(elsewhere.open(reordered, sealed, schema)).toEqual({ id: 'sig_1' })
  })

  test.each<[string, Partial<CursorScope>]>([
    ['route', { route: 'listDeals' }],
    ['workspace', { orgId: 'org_two' }],
    ['filter', { filters: { source: 'x', minScore: 6 } }],
    ['set of filters', { filters: { source: 'x' } }],
  ])('does not open for another %s', (_case, change) => {
    expect(() => cursors.open({ ...scope, ...change }, sealed, schema)).toThrow(RejectedError)
  })

  test('does not open under another master key', () => {
    expect(() => createCursors(Buffer.alloc(32, 2)).open(scope, sealed, schema)).toThrow(RejectedError)
  })

  test('does not open when any of its characters is changed or missing', () => {
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = `${sealed.slice(0, index)}${sealed[index] === 'A' ? 'B' : 'A'}${sealed.slice(index + 1)}`
      const shortened = sealed.slice(0, index) + sealed.slice(index + 1)
      for (const forged of [changed, shortened]) {
        expect(() => cursors.open(scope, forged, schema)).toThrow(RejectedError)
      }
    }
  })

  test('opens in one spelling alone, although the last character has bits to spare', () => {
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const others = characters.split('').filter((character) => !sealed.endsWith(character))
    expect(others).toHaveLength(63)
    for (const character of others) {
      const forged = sealed.slice(0, -1) + character
      expect(() => cursors.open(scope, forged, schema)).toThrow(RejectedError)
    }
  })

  test.each(['', '.', 'a.b', 'eyJpZCI6IjEifQ', `${sealed}.`, `.${sealed}`, `${sealed}=`])(
    'does not open %j',
    (text) => {
      expect(() => cursors.open(scope, text, schema)).toThrow(RejectedError)
    },
  )

  test('does not open what another version sealed', () => {
    expect(() => cursors.open(scope, cursors.seal(scope, { name: 1 }), schema)).toThrow(RejectedError)
  })
})

test('opens what an older key signed, and signs with the newest alone', () => {
  const [newest, other] = [Buffer.alloc(32, 2), Buffer.alloc(32, 3)]
  const rotating = createCursors(newest, masterKey)
  expect(rotating.open(scope, sealed, schema)).toEqual({ id: 'sig_1' })
  const fresh = rotating.seal(scope, { id: 'sig_2' })
  expect(createCursors(newest).open(scope, fresh, schema)).toEqual({ id: 'sig_2' })
  for (const one of [createCursors(masterKey), createCursors(other)]) {
    expect(() => one.open(scope, fresh, schema)).toThrow(RejectedError)
  }
})
