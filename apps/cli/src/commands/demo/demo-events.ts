import { instantOf } from '@signalpost/domain'
import { accountEvents } from './demo-accounts.ts'
import { dealEvents } from './demo-deals.ts'
import type { DemoEvent } from './demo-event.ts'
import { type DemoSignal, moveTimes, newestMsOf } from './demo-signals.ts'

const registerEventsEach = 4
const demoUser = 'usr_demo'

/**
 * Returns the same events for the same shift: every signal, then what people did with some of them, the accounts found
 * later for others, and their deals.
 */
export function demoEvents(
  signals: readonly DemoSignal[],
  { orgId, shiftMs }: { orgId: string; shiftMs: number },
): DemoEvent[] {
  const moved = signals.map((signal) => ({ ...moveTimes(signal, shiftMs), orgId }))
  const stored = moved.map((signal) => {
    const { id, firstSeenAt: occurredAt } = signal
    return { id: `evt_demo_${id}`, type: 'signal.created', occurredAt, orgId, data: { signal } }
  })
  const at = instantOf(newestMsOf(moved))
  return [
    ...stored,
    ...registerEvents(moved, { orgId, at }),
    ...accountEvents(moved, { orgId, at }),
    ...dealEvents(moved, { orgId, at }),
  ]
}

function registerEvents(
  signals: readonly DemoSignal[],
  { orgId, at }: { orgId: string; at: string },
): DemoEvent[] {
  const pick = (fits: (signal: DemoSignal) => boolean) => signals.filter(fits).slice(-registerEventsEach)
  const event = (type: string, signalId: string, register: object): DemoEvent => ({
    id: `evt_demo_${type}_${signalId}`,
    type,
    occurredAt: at,
    orgId,
    data: { signalId, ...register },
  })
  const unassigned = pick((signal) => signal.urgency === 'immediate' && signal.assignedTo === undefined)
  const unjudged = pick((signal) => signal.urgency === 'high' && signal.feedback === undefined)
  const unread = pick((signal) => signal.urgency === 'medium' && signal.readAt === undefined)
  return [
    ...unassigned.map(({ id }) =>
      event('signal.assigned', id, { assignedTo: { userId: demoUser, at, by: demoUser } }),
    ),
    ...unjudged.map(({ id }) => event('signal.feedback', id, { feedback: { verdict: 'good', at } })),
    ...unread.map(({ id }) => event('signal.read', id, { readAt: at })),
  ]
}
