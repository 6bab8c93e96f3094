import { dayMs, hourMs, instantOf, type Listener, platformNames } from '@signalpost/domain'
import { type DemoEvent, type DemoRun, demoEventPrefix } from './demo-event.ts'
import type { DemoSignal } from './demo-signals.ts'

const keywordsShown = 3

/** Returns the listeners that found the signals. The keywords that matched most often name each. */
export function listenerEvents(signals: readonly DemoSignal[], { orgId, endMs }: DemoRun): DemoEvent[] {
  const found = Map.groupBy(signals, ({ listenerId }) => listenerId)
  return [...found].map(([id, some]) => {
    const keywords = keywordsOf(some)
    const platform = platformNames[some[0]?.source ?? 'hackernews']
    const createdAt = instantOf(endMs - 30 * dayMs)
    const listener: Listener = {
      ...{ id, orgId, keywords, createdAt, updatedAt: createdAt },
      name: `${keywords.slice(0, keywordsShown).join(', ')} on ${platform}`,
      mode: 'market',
      objective: 'find_customers',
      schedule: { everyMinutes: 60, timezone: 'UTC' },
      signalCount: 0,
      exclusions: [],
      queries: [],
      sensitivity: 'balanced',
      profile: { targetRoles: [] },
      scheduler: {
        state: 'idle',
        lastRunAt: instantOf(endMs),
        nextRunAt: instantOf(endMs + hourMs),
        lastError: null,
      },
    }
    return {
      ...{ id: `${demoEventPrefix}${id}`, type: 'listener.created', occurredAt: createdAt, orgId },
      data: { listener },
    }
  })
}

/** The most frequent first. */
function keywordsOf(signals: readonly DemoSignal[]): string[] {
  const counts = new Map<string, number>()
  for (const keyword of signals.flatMap(({ matchedKeywords }) => matchedKeywords)) {
    counts.set(keyword, (counts.get(keyword) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([keyword]) => keyword)
}
