import type { SignedSource } from '../../support/sending/sender.ts'
import { type SignedDelivery, signEvent } from './signed-deliveries.ts'

const bodyBytes = 480
const users = 50

let made = 0

/** Signs `count` requests with one event each about a register of one of `signalIds`, in turn. */
export function signRegisterEvents(
  source: SignedSource,
  count: number,
  signalIds: readonly string[],
): SignedDelivery[] {
  return Array.from({ length: count }, () => {
    const signalId = signalIds[made % signalIds.length] ?? ''
    made += 1
    return { ...signEvent(source, registerEvent(source, { signalId, number: made })), signalId }
  })
}

function registerEvent(
  { orgId }: SignedSource,
  { signalId, number }: { signalId: string; number: number },
): Record<string, unknown> {
  const at = new Date().toISOString()
  const by = `usr_bench_${number % users}`
  const says = [
    { type: 'signal.assigned', data: { assignedTo: { userId: by, at, by } } },
    { type: 'signal.feedback', data: { feedback: { verdict: number % 2 === 0 ? 'good' : 'bad', at } } },
    { type: 'signal.read', data: { readAt: at } },
  ]
  // Not the same register for the same signal every time, whatever the number of signals.
  const { type, data } = says[(number + Math.floor(number / 5_000)) % says.length] ?? { type: '', data: {} }
  const id = `evt_${process.pid.toString(36)}_${number.toString(36).padStart(8, '0')}`
  const event = { id, type, occurredAt: at, orgId, data: { signalId, ...data, context: '' } }
  event.data.context = 'x'.repeat(Math.max(0, bodyBytes - JSON.stringify(event).length))
  return event
}
