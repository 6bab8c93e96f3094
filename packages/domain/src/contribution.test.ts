import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareEventKeys, type EventKey } from './event-key.ts'
import { instantOf } from './instant.ts'
import { deletionAt, documentAt, type LastWins, mergeLastWins } from './records/last-wins.ts'
import {
  currentClaim,
  mergeSignalRegisters,
  noRegisters,
  registerClaim,
  registerKeys,
  registerValues,
  type SignalRegisters,
} from './records/signal-registers.ts'
import { type RegisterKind, registerKinds } from './registers/register-kinds.ts'

// Few moments, ids and values make ties and repetitions common.
const keys: fc.Arbitrary<EventKey> = fc.record({
  at: fc.nat(5).map(instantOf),
  eventId: fc.constantFrom('evt_a', 'evt_b', 'evt_c'),
  sourceId: fc.constantFrom('src_a', 'src_b'),
})
// The content of an event follows from its key, because two events with one key are one event.
const documents = keys.map((key) => documentAt(key, JSON.stringify(key), { firstKey: JSON.stringify(key) }))
const lastWinsStates: fc.Arbitrary<LastWins<string, { firstKey: string }>> = fc.oneof(
  documents,
  keys.map((key) => deletionAt({ ...key, sourceId: 'src_c' })),
)
const deletions = keys.map((key) => ({ ...noRegisters, deletedBy: { ...key, sourceId: 'src_c' } }))
const registerStates: fc.Arbitrary<SignalRegisters> = fc.oneof(
  deletions,
  ...registerKinds.map((kind) => keys.map((key) => stateOf(kind, key))),
)

const merges = [
  { name: 'documents', states: lastWinsStates, merge: mergeLastWins },
  { name: 'registers', states: registerStates, merge: mergeSignalRegisters },
]

test.each(merges)('merges $name to one state in any order, grouping and repetition', ({ states, merge }) => {
  const join = merge as (a: unknown, b: unknown) => unknown
  fc.assert(
    fc.property(
      fc.array(states as fc.Arbitrary<unknown>, { minLength: 1, maxLength: 12 }),
      fc.infiniteStream(fc.nat()),
      (list, seeds) => {
        const expected = list.reduce(join)
        const deck = [...list, ...list.slice(0, seeds.next().value)].map((state) => ({
          state,
          at: seeds.next().value,
        }))
        const shuffled = deck.sort((a, b) => a.at - b.at).map(({ state }) => state)
        const cut = 1 + (seeds.next().value % shuffled.length)
        const [left, right] = [shuffled.slice(0, cut), shuffled.slice(cut)]
        const grouped = right.length === 0 ? left.reduce(join) : join(left.reduce(join), right.reduce(join))
        expect(normal(grouped)).toEqual(normal(expected))
      },
    ),
    { numRuns: 2_000 },
  )
})

test.each(registerKinds)('computes $name as its definition does from all events at once', (kind) => {
  const events = fc.record({ key: keys, isDeletion: fc.integer({ min: 0, max: 5 }).map((n) => n === 0) })
  fc.assert(
    fc.property(fc.array(events, { minLength: 1, maxLength: 12 }), (list) => {
      const states = list.map(({ key, isDeletion }) =>
        isDeletion ? { ...noRegisters, deletedBy: key } : stateOf(kind, key),
      )
      const merged = states.reduce(mergeSignalRegisters)
      const deletion = lastOf(list.filter(({ isDeletion }) => isDeletion).map(({ key }) => key))
      const survivors = list
        .filter(({ key, isDeletion }) => !isDeletion && isAfter(key, deletion))
        .map(({ key }) => key)
      const expected = expectedValue(kind, survivors)
      const claim = currentClaim(merged, kind.name)
      expect(claim?.value).toEqual(expected)
      expect(registerValues(merged)).toEqual(expected == null ? {} : { [kind.name]: expected })
      if (claim !== undefined) expect(valueAt(kind, claim.key)).toEqual(expected)
      if (claim !== undefined) expect(claim.by).toBe(byAt(claim.key))
      for (const key of registerKeys(merged)) expect(list).toContainEqual(expect.objectContaining({ key }))
    }),
  )
})

test('ends what was read before a deletion, also when the deletion arrives late', () => {
  const key = (ms: number): EventKey => ({ at: instantOf(ms), eventId: 'evt_a', sourceId: 'src_a' })
  const read = (ms: number, value: number) =>
    registerClaim('readAt', { key: key(ms), value: instantOf(value) })
  const merged = [read(10, 1), read(30, 5), { ...noRegisters, deletedBy: key(20) }].reduce(
    mergeSignalRegisters,
  )
  expect(currentClaim(merged, 'readAt')).toEqual({ key: key(30), value: instantOf(5) })
})

test.each(registerKinds)('reads and merges a state from before there was $name', (kind) => {
  const key: EventKey = { at: instantOf(1), eventId: 'evt_b', sourceId: 'src_a' }
  const { [kind.name]: _none, ...rest } = noRegisters
  // The cast: this is what an earlier version stored.
  const stored = rest as SignalRegisters
  expect(currentClaim(stored, kind.name)).toBeUndefined()
  expect(registerKeys(stored)).toEqual([])
  expect(registerValues(stored)).toEqual({})
  expect(mergeSignalRegisters(stored, stateOf(kind, key))).toEqual(stateOf(kind, key))
  expect(mergeSignalRegisters(stateOf(kind, key), stored)).toEqual(stateOf(kind, key))
})

test('keeps a register of a later version as it is', () => {
  const key: EventKey = { at: instantOf(1), eventId: 'evt_b', sourceId: 'src_a' }
  const later = { unknownHere: { key, value: 'x' } }
  const read = registerClaim('readAt', { key, value: instantOf(1) })
  expect(mergeSignalRegisters({ ...noRegisters, ...later }, read)).toEqual({ ...read, ...later })
  expect(mergeSignalRegisters(read, { ...noRegisters, ...later })).toEqual({ ...read, ...later })
})

function stateOf(kind: RegisterKind, key: EventKey): SignalRegisters {
  return registerClaim(kind.name, { key, value: valueAt(kind, key), by: byAt(key) })
}

function byAt({ at, eventId, sourceId }: EventKey): string {
  return `usr_${at}${eventId}${sourceId}`
}

/** Merging compares instants only; it passes other values on. */
function valueAt({ name, wins, isNullable }: RegisterKind, key: EventKey): string | null {
  const salt = name.length + key.eventId.charCodeAt(4)
  if (wins === 'earliest') return instantOf((Date.parse(key.at) * 7 + salt) % 6)
  return isNullable && key.eventId === 'evt_a' ? null : `${name} ${JSON.stringify(key)}`
}

function expectedValue(kind: RegisterKind, keys: EventKey[]): string | null | undefined {
  const last = lastOf(keys)
  if (kind.wins === 'latest') return last && valueAt(kind, last)
  return keys.map((key) => `${valueAt(kind, key)}`).toSorted((a, b) => (a < b ? -1 : 1))[0]
}

function lastOf(list: EventKey[]): EventKey | undefined {
  return list.toSorted(compareEventKeys).at(-1)
}

function isAfter(key: EventKey, deletion: EventKey | undefined): boolean {
  return deletion === undefined || compareEventKeys(key, deletion) > 0
}

function normal(state: unknown): unknown {
  return JSON.parse(JSON.stringify(state))
}
