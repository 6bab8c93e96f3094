import { dayMs, instantOf } from '@signalpost/domain'
import { type DemoEvent, type DemoRun, demoEventPrefix } from './demo-event.ts'
import type { DemoSignal } from './demo-signals.ts'

const accountsFollowed = 6
const recentMs = 5 * dayMs

/**
 * Returns accounts for older signals that named none. Each gets the account of a recent signal with a higher score of
 * the same version, so some accounts have a rising score.
 */
export function accountEvents(signals: readonly DemoSignal[], { orgId, endMs }: DemoRun): DemoEvent[] {
  const at = instantOf(endMs)
  const isRecent = ({ firstSeenAt }: DemoSignal) => Date.parse(firstSeenAt) > endMs - recentMs
  const unnamed = signals.filter(
    (signal) => signal.accountKey === undefined && signal.subjectName === undefined && !isRecent(signal),
  )
  const events = new Map<string, DemoEvent>()
  for (const { accountKey, relevanceScore, scoreVersion } of signals.filter(isRecent)) {
    const older = unnamed.find(
      (signal) =>
        !events.has(signal.id) &&
        signal.scoreVersion === scoreVersion &&
        signal.relevanceScore < relevanceScore,
    )
    if (accountKey === undefined || older === undefined) continue
    events.set(older.id, {
      id: `${demoEventPrefix}signal.updated_${older.id}`,
      type: 'signal.updated',
      occurredAt: at,
      orgId,
      data: { signal: { ...older, accountKey } },
    })
    if (events.size === accountsFollowed) break
  }
  return [...events.values()]
}
