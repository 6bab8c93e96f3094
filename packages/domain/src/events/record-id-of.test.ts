import { expect, test } from 'vitest'
import { recordIdOf } from './record-id-of.ts'

test.for([
  { type: 'signal.assigned', data: { signalId: 'sig_1', assignedTo: null } },
  { type: 'signal.created', data: { signal: { id: 'sig_1', listenerId: 'lsn_1' } } },
  { type: 'signal.of-a-later-version', data: { signalId: 'sig_1' } },
  { type: 'listener.updated', data: { listener: { id: 'sig_1' } } },
  { type: 'deal.deleted', data: { dealId: 'sig_1', signalId: 'sig_2' } },
])('$type names its record', (event) => {
  expect(recordIdOf(event)).toBe('sig_1')
})

test.for([
  { type: 'ping', data: { signalId: 'sig_1' } },
  { type: 'signals', data: { signalId: 'sig_1' } },
  { type: 'deal.created', data: { deal: { signalId: 'sig_1' } } },
  { type: 'signal.read', data: { signalId: '' } },
  { type: 'signal.read', data: { signalId: 'with space' } },
  { type: 'signal.read', data: { signalId: 'a\u0000b' } },
  { type: 'signal.read', data: { signalId: 'x'.repeat(201) } },
  { type: 'signal.read', data: { signalId: 7 } },
  { type: 'signal.read', data: null },
  { type: 'signal.created', data: { signal: null } },
])('$type with $data names none', (event) => {
  expect(recordIdOf(event)).toBeUndefined()
})
