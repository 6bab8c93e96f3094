import { expect, test } from 'vitest'
import { mergeStates } from '../contribution.ts'
import { exampleSignal } from '../events/example-records.ts'
import { readEvent } from '../read-event.ts'
import { mergeOutcomes } from './merge-outcomes.ts'

const orgId = exampleSignal.orgId
const earlier = '2026-11-20T08:00:00.000Z'
const later = '2026-11-20T09:00:00.000Z'

function contributionsOf(
  type: string,
  { id, at, data }: { id: string; at: string; data: Record<string, unknown> },
) {
  const event = { id, type, occurredAt: at, orgId, data }
  const reading = readEvent(event, { orgId, sourceId: 'src_1', receivedAtMs: Date.parse(later) })
  if (reading.verdict !== 'valid') throw new Error('not valid')
  return reading.contributions
}

const plain = { ...exampleSignal }
for (const register of ['assignedTo', 'feedback', 'readAt', 'alertedAt'] as const) delete plain[register]
const signalEvent = (id: string, at: string) =>
  contributionsOf('signal.created', { id, at, data: { signal: plain } })
const readEventOf = (id: string, at: string) =>
  contributionsOf('signal.read', { id, at: later, data: { signalId: plain.id, readAt: at } })
const stateOf = (contributions: ReturnType<typeof contributionsOf>) => {
  const [first] = contributions
  if (first?.record !== 'signal') throw new Error('not a signal')
  return first.state
}
const registersOf = (contributions: ReturnType<typeof contributionsOf>) => {
  const [first] = contributions
  if (first?.record !== 'registers') throw new Error('not registers')
  return first.state
}
const keyOf = (eventId: string, at: string) => ({ at, eventId, sourceId: 'src_1' })

test('the first event keeps the scores, and the last one has the document', () => {
  const [first, last] = [signalEvent('evt_a', earlier), signalEvent('evt_b', later)]
  const stored = { signal: mergeStates.signal(stateOf(first), stateOf(last)), registers: undefined }
  expect(mergeOutcomes(first, stored)).toEqual([
    { member: 'document', isWon: false, lostTo: keyOf('evt_b', later) },
    { member: 'scores', isWon: true },
  ])
  expect(mergeOutcomes(last, stored)).toEqual([
    { member: 'document', isWon: true },
    { member: 'scores', isWon: false, lostTo: keyOf('evt_a', earlier) },
  ])
})

test('a register is won by its own rule: the earliest value of readAt', () => {
  const [early, late] = [readEventOf('evt_a', earlier), readEventOf('evt_b', later)]
  const registers = mergeStates.registers(registersOf(early), registersOf(late))
  const stored = { signal: undefined, registers }
  expect(mergeOutcomes(early, stored)).toEqual([{ member: 'readAt', isWon: true }])
  expect(mergeOutcomes(late, stored)).toEqual([
    { member: 'readAt', isWon: false, lostTo: keyOf('evt_a', later) },
  ])
})

test('what a deletion ended is lost to it', () => {
  const read = readEventOf('evt_a', earlier)
  const [document, registers] = contributionsOf('signal.deleted', {
    ...{ id: 'evt_z', at: later, data: { signalId: plain.id } },
  })
  if (document?.record !== 'signal' || registers?.record !== 'registers') throw new Error('no deletion')
  const stored = {
    signal: mergeStates.signal(stateOf(signalEvent('evt_b', earlier)), document.state),
    registers: mergeStates.registers(registersOf(read), registers.state),
  }
  expect(mergeOutcomes([document], stored)).toEqual([{ member: 'deletion', isWon: true }])
  expect(mergeOutcomes(read, stored)).toEqual([
    { member: 'readAt', isWon: false, lostTo: keyOf('evt_z', later) },
  ])
  expect(mergeOutcomes(signalEvent('evt_b', earlier), stored)).toEqual([
    { member: 'document', isWon: false, lostTo: keyOf('evt_z', later) },
    { member: 'scores', isWon: true },
  ])
})
