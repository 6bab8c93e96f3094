import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventKey } from './event-key.ts'
import { instantOf } from './instant.ts'
import { deletionAt, documentAt, type LastWins, mergeLastWins } from './records/last-wins.ts'
import {
  earliestValue,
  mergeSignalRegisters,
  noRegisters,
  type SignalRegisters,
} from './records/signal-registers.ts'

// Few moments, ids and values, so that ties and repetitions come often.
const keys: fc.Arbitrary<EventKey> = fc.record({
  at: fc.nat(5).map(instantOf),
  eventId: fc.constantFrom('evt_a', 'evt_b', 'evt_c'),
  sourceId: fc.constantFrom('src_a', 'src_b'),
})
// What an event says follows from its key: two events of one key are one event.
const documents = keys.map((key) => documentAt(key, JSON.stringify(key), { firstKey: JSON.stringify(key) }))
const lastWinsStates: fc.Arbitrary<LastWins<string, { firstKey: string }>> = fc.oneof(
  documents,
  keys.map((key) => deletionAt({ ...key, sourceId: 'src_c' })),
)
const registerStates: fc.Arbitrary<SignalRegisters> = fc.oneof(
  keys.map((key) => ({ ...noRegisters, deletedBy: { ...key, sourceId: 'src_c' } })),
  keys.map((key) => ({
    ...noRegisters,
    assignedTo: { key, value: key.eventId === 'evt_a' ? null : { userId: key.at, at: key.at, by: 'x' } },
  })),
  keys.map((key) => ({
    ...noRegisters,
    feedback: { key, value: key.eventId === 'evt_a' ? null : { verdict: 'good' as const, at: key.at } },
  })),
  keys.map((key) => ({
    ...noRegisters,
    readAt: [{ key, value: instantOf((Date.parse(key.at) * 7 + key.eventId.charCodeAt(4)) % 6) }],
  })),
  keys.map((key) => ({ ...noRegisters, alertedAt: [{ key, value: instantOf(5 - Date.parse(key.at)) }] })),
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

test('computes registers as their definition does from all events at once', () => {
  fc.assert(
    fc.property(fc.array(registerStates, { minLength: 1, maxLength: 12 }), (list) => {
      const merged = list.reduce(mergeSignalRegisters)
      const deletions = list.flatMap(({ deletedBy }) => (deletedBy === null ? [] : [deletedBy])).sort(byKey)
      const deletion = deletions.at(-1)
      const survives = ({ key }: { key: EventKey }): boolean =>
        deletion === undefined || byKey(key, deletion) > 0
      const reads = list.flatMap((state) => state.readAt).filter(survives)
      expect(earliestValue(merged.readAt)).toBe(reads.map(({ value }) => value).sort()[0] ?? null)
      const assignments = list
        .flatMap(({ assignedTo }) => (assignedTo === null ? [] : [assignedTo]))
        .filter(survives)
      const last = assignments.sort((a, b) => byKey(a.key, b.key)).at(-1)
      expect(merged.assignedTo?.value ?? null).toEqual(last?.value ?? null)
    }),
  )
})

test('forgets what was read before a deletion, also one that comes late', () => {
  const key = (ms: number): EventKey => ({ at: instantOf(ms), eventId: 'evt_a', sourceId: 'src_a' })
  const read = (ms: number, value: number): SignalRegisters => ({
    ...noRegisters,
    readAt: [{ key: key(ms), value: instantOf(value) }],
  })
  const merged = [read(10, 1), read(30, 5), { ...noRegisters, deletedBy: key(20) }].reduce(
    mergeSignalRegisters,
  )
  expect(earliestValue(merged.readAt)).toBe(instantOf(5))
})

function byKey(a: EventKey, b: EventKey): number {
  const text = ({ at, eventId, sourceId }: EventKey): string => `${at} ${eventId} ${sourceId}`
  if (text(a) === text(b)) return 0
  return text(a) < text(b) ? -1 : 1
}

function normal(state: unknown): unknown {
  return JSON.parse(JSON.stringify(state))
}
