import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choosePerson, isRouted } from './routing.ts'

test('only an assignment by a rule is routed', () => {
  expect(['rul_1', 'usr_1', 'slack:T1:U1'].map((by) => isRouted({ by }))).toEqual([true, false, false])
})

test('a person who knows the account gets the lead without losing their turn', () => {
  expect(choosePerson(['ann', 'bob'], { known: ['bob'], turn: 0 })).toEqual({
    personId: 'bob',
    usesTurn: false,
  })
  expect(choosePerson(['ann', 'bob'], { known: ['eve'], turn: 3 })).toEqual({
    personId: 'bob',
    usesTurn: true,
  })
  expect(choosePerson([], { known: ['bob'], turn: 0 })).toBeUndefined()
})

test('turns differ by one lead at most', () => {
  const people = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(people, fc.nat(1_000), fc.nat(200), (ids, first, leads) => {
      const counts = new Map(ids.map((id) => [id, 0]))
      for (let turn = first; turn < first + leads; turn += 1) {
        const { personId = '' } = choosePerson(ids, { known: [], turn }) ?? {}
        counts.set(personId, (counts.get(personId) ?? 0) + 1)
      }
      expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1)
    }),
  )
})
