import { hourMs, instantOf, minuteMs } from '@signalpost/domain'
import { accountEvents } from './demo-accounts.ts'
import { dealEvents } from './demo-deals.ts'
import { type DemoEvent, type DemoRun, demoEventPrefix, numberOf, personOf } from './demo-event.ts'
import { listenerEvents } from './demo-listeners.ts'
import { type DemoSignal, spreadSignals } from './demo-signals.ts'

const longestWaitMinutes = 240

/**
 * Returns the same events for the same run: the listeners, every signal, what people did with some of them, the accounts
 * found later for others, and their deals.
 */
export function demoEvents(signals: readonly DemoSignal[], run: DemoRun): DemoEvent[] {
  const spread = spreadSignals(signals, run)
  return [
    ...listenerEvents(spread, run),
    ...spread.map((signal) => eventOf('signal.created', signal, signal.firstSeenAt, { signal })),
    ...registerEvents(spread, run),
    ...accountEvents(spread, run),
    ...dealEvents(spread, run),
  ]
}

/** Of the signals of before this morning most were read, some were taken after a while, and some were judged. */
function registerEvents(signals: readonly DemoSignal[], run: DemoRun): DemoEvent[] {
  return signals.flatMap((signal) => {
    const number = numberOf(signal.id)
    const waitMs = (4 + (number % longestWaitMinutes)) * minuteMs
    const atMs = Date.parse(signal.firstSeenAt) + waitMs
    if (atMs > run.endMs - 6 * hourMs) return []
    const at = instantOf(atMs)
    const userId = personOf(signal.id, run)
    const isWorth = signal.urgency !== undefined && signal.urgency !== 'low'
    return [
      ...(isWorth && number % 4 !== 0 && signal.assignedTo === undefined
        ? [registerEvent('signal.assigned', signal, at, { assignedTo: { userId, at, by: userId } })]
        : []),
      ...(isWorth && number % 3 === 0 && signal.feedback === undefined
        ? [
            registerEvent('signal.feedback', signal, at, {
              feedback: { verdict: number % 4 < 3 ? 'good' : 'bad', at },
            }),
          ]
        : []),
      ...(number % 2 === 0 && signal.readAt === undefined
        ? [registerEvent('signal.read', signal, at, { readAt: at })]
        : []),
    ]
  })
}

function eventOf(type: string, { id, orgId }: DemoSignal, occurredAt: string, data: object): DemoEvent {
  return { id: `${demoEventPrefix}${type}_${id}`, type, occurredAt, orgId: String(orgId), data }
}

function registerEvent(type: string, signal: DemoSignal, at: string, register: object): DemoEvent {
  return eventOf(type, signal, at, { signalId: signal.id, ...register })
}
