import type { Contribution } from './contribution.ts'
import type { Envelope } from './envelope.ts'
import type { Issue } from './errors.ts'
import { eventKinds } from './events/event-kinds.ts'
import { instantOf, msOf } from './instant.ts'
import { registersAfter, withoutClaims } from './records/signal-registers.ts'
import { ownRegisters, type RegisterName } from './registers/register-kinds.ts'

const own = new Set<RegisterName>(ownRegisters.map(({ name }) => name))
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
  if (envelope.orgId !== orgId) return invalid(['orgId'], "expected the workspace of the event's source")
  const latestMs = receivedAtMs + futureToleranceMs
  if (msOf(envelope.occurredAt) > latestMs) return tooLate(['occurredAt'])
  const key = { at: envelope.occurredAt, eventId: envelope.id, sourceId }
  const reading = kind.read({ data: envelope.data, key, orgId })
  if (!reading.ok) return { verdict: 'invalid', issues: reading.issues }
  // A register inside a document counts as an event of its own moment.
  const late = reading.contributions.flatMap((contribution) =>
    contribution.record === 'registers' ? registersAfter(contribution.state, instantOf(latestMs)) : [],
  )
  const [unknown, known] = [late.filter((name) => own.has(name)), late.filter((name) => !own.has(name))]
  return known.length === 0
    ? { verdict: 'valid', contributions: withoutLate(reading.contributions, unknown) }
    : tooLate(known.map((name) => `data.signal.${name}`))
}

/** What cannot be said yet about a register of our own is a sender's member of another meaning. */
function withoutLate(contributions: Contribution[], late: readonly RegisterName[]): Contribution[] {
  if (late.length === 0) return contributions
  return contributions.flatMap((contribution) => {
    if (contribution.record !== 'registers') return contribution
    const state = withoutClaims(contribution.state, late)
    return state === undefined ? [] : { ...contribution, state }
  })
}

function tooLate(paths: readonly string[]): EventVerdict {
  return invalid(paths, 'expected at most 24 hours after the receipt')
}

function invalid(paths: readonly string[], message: string): EventVerdict {
  return { verdict: 'invalid', issues: paths.map((path) => ({ path, message })) }
}
