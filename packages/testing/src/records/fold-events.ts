import {
  type Contribution,
  mergeStates,
  type RecordName,
  type RecordStates,
  readEnvelopes,
  readEvent,
} from '@signalpost/domain'
import type { SentEvent } from './random-events.ts'

/** Computes states from events with the pure functions. Returns them as JSON by `<record> <id>`. */
export function foldEvents(
  sent: SentEvent[],
  { orgId, sourceIds }: { orgId: string; sourceIds: string[] },
): Map<string, unknown> {
  const states = new Map<string, RecordStates[RecordName]>()
  for (const { source, event } of sent) {
    for (const { record, id, state } of contributionsOf(event, {
      orgId,
      sourceId: sourceIds[source] ?? '',
    })) {
      const before = states.get(`${record} ${id}`)
      // The key holds the record's name, so both states are of that record.
      const merge = mergeStates[record] as (a: unknown, b: unknown) => RecordStates[RecordName]
      states.set(`${record} ${id}`, before === undefined ? state : merge(before, state))
    }
  }
  return new Map([...states].map(([key, state]) => [key, JSON.parse(JSON.stringify(state))]))
}

function contributionsOf(
  event: unknown,
  { orgId, sourceId }: { orgId: string; sourceId: string },
): Contribution[] {
  const read = readEnvelopes(event)
  const envelope = read.ok ? read.envelopes[0] : undefined
  const verdict = envelope && readEvent(envelope, { orgId, sourceId, receivedAtMs: Date.now() })
  if (verdict?.verdict !== 'valid') throw new Error(`Not a valid event: ${JSON.stringify(verdict)}`)
  return verdict.contributions
}
