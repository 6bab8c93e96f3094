import type { AssistantCaller } from '@signalpost/authorization'
import type { Database } from '@signalpost/database'
import { type AssistantCall, recordAssistantCalls } from '@signalpost/database/assistant-calls'
import { instantOf } from '@signalpost/domain'
import type { AssistantMetrics } from './assistant-metrics.ts'

/** One call of a tool, for the log of calls and the metrics. */
export type CalledTool = Pick<AssistantCall, 'tool' | 'outcome' | 'rows' | 'characters' | 'milliseconds'> & {
  readonly caller: AssistantCaller
  /** How many invisible characters of strangers were removed from the answer. */
  readonly hidden: number
  /** What the assistant sent, whatever it is. */
  readonly given: unknown
}

export type CallLog = {
  /** Resolves once the call is kept. A caller may leave without waiting: a fault is reported all the same. */
  record: (call: CalledTool) => Promise<void>
  close: () => Promise<void>
}

/** Arguments with an id, a moment, a number or a word from a fixed set. All others may be free text. */
const keptArguments = new Set([
  ...[
    'after',
    'alerted',
    'assignedTo',
    'before',
    'by',
    'category',
    'classification',
    'detail',
    'id',
    'include',
  ],
  ...[
    'limit',
    'listId',
    'listener',
    'mine',
    'minScore',
    'mode',
    'open',
    'ownerId',
    'read',
    'signalId',
    'since',
  ],
  ...['source', 'stage', 'textOffset', 'urgency', 'userId', 'verdict'],
])

/** Keeps calls and counts them. */
export function createCallLog({
  database,
  metrics,
  nowMs,
  onError,
}: {
  database: Database
  metrics: Pick<AssistantMetrics, 'countCall'>
  nowMs: () => number
  onError: (error: unknown) => void
}): CallLog {
  const writing = new Set<Promise<void>>()
  return {
    record: ({ caller: { orgId, assistantId, personId }, given, hidden, ...call }) => {
      metrics.countCall({ ...call, hidden })
      // Arguments that were refused were not checked.
      const kept = call.outcome === 'answered' ? keptOf(given) : {}
      const entry = { ...call, orgId, assistantId, personId, arguments: kept, at: instantOf(nowMs()) }
      const written = recordAssistantCalls(database, [entry])
      const ended = written.catch(onError).finally(() => writing.delete(ended))
      writing.add(ended)
      return written
    },
    close: async () => {
      await Promise.all(writing)
    },
  }
}

function keptOf(given: unknown): AssistantCall['arguments'] {
  const kept = Object.entries(given ?? {}).filter(
    (entry): entry is [string, string | number | boolean] =>
      keptArguments.has(entry[0]) && ['string', 'number', 'boolean'].includes(typeof entry[1]),
  )
  return Object.fromEntries(kept)
}
