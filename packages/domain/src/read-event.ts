import type { Contribution } from './contribution.ts'
import type { Envelope } from './envelope.ts'
import type { Issue } from './errors.ts'
import { eventKinds } from './events/event-kinds.ts'
import { msOf } from './instant.ts'

const futureToleranceMs = 24 * 60 * 60 * 1000
const kindsByType = new Map(eventKinds.map((kind) => [kind.type, kind]))

export type EventVerdict =
  | { verdict: 'valid'; contributions: Contribution[] }
  | { verdict: 'ignored' }
  | { verdict: 'invalid'; issues: Issue[] }

/** Validates an event by itself. The verdict never depends on what is stored. */
export function readEvent(
  envelope: Envelope,
  { orgId, sourceId, receivedAtMs }: { orgId: string; sourceId: string; receivedAtMs: number },
): EventVerdict {
  const kind = kindsByType.get(envelope.type)
  if (kind === undefined) return { verdict: 'ignored' }
  if (envelope.orgId !== orgId) return invalid('orgId', "expected the workspace of the event's source")
  if (msOf(envelope.occurredAt) > receivedAtMs + futureToleranceMs) {
    return invalid('occurredAt', 'expected at most 24 hours after the receipt')
  }
  const key = { at: envelope.occurredAt, eventId: envelope.id, sourceId }
  const reading = kind.read({ data: envelope.data, key, orgId })
  return reading.ok
    ? { verdict: 'valid', contributions: reading.contributions }
    : { verdict: 'invalid', issues: reading.issues }
}

function invalid(path: string, message: string): EventVerdict {
  return { verdict: 'invalid', issues: [{ path, message }] }
}
