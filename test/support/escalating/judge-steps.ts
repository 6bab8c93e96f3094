import type { PlannedEscalation } from './plan-escalations.ts'
import type { RecordedStep } from './read-steps.ts'

export type StepsVerdict = {
  /** Steps that arrived, and the copies beyond the first. */
  arrived: number
  extraCopies: number
  ambiguousAttempts: number
  /** Steps that were not needed, since someone had taken the signal. */
  unneeded: number
  /** Steps outside of business hours, which wait. */
  heldBack: number
  /** Steps that arrived at the edge of business hours: having waited for them to begin, and before they ended. */
  waitedForHours: number
  sentBeforeHoursEnded: number
  /** The longest time, in milliseconds, from someone taking a signal until an attempt about it began. */
  latestAfterTakenMs: number
  complaints: string[]
}

type Evidence = {
  signals: readonly { id: string; escalation: PlannedEscalation }[]
  takenAtMs: ReadonlyMap<string, number>
  /** In which way each signal was taken. */
  takenBy: ReadonlyMap<string, string>
  steps: ReadonlyMap<string, RecordedStep>
  storings: ReadonlyMap<string, number>
  arrivals: ReadonlyMap<string, number>
}

/** How long an escalation may go on after it should have stopped. */
const endsWithinMs = 5_000
/** How long after the end of its hours an attempt may begin that was judged before it. */
const begunWithinMs = 1_000

/** Compares what arrived, and when attempts began, with what the escalations promise. */
export function judgeSteps({
  signals,
  takenAtMs,
  takenBy,
  steps,
  storings,
  arrivals,
}: Evidence): StepsVerdict {
  const verdict: StepsVerdict = {
    ...{ arrived: 0, extraCopies: 0, ambiguousAttempts: 0, unneeded: 0, heldBack: 0 },
    ...{ waitedForHours: 0, sentBeforeHoursEnded: 0, latestAfterTakenMs: 0 },
    complaints: [],
  }
  const complain = (complaint: string): void => void verdict.complaints.push(complaint)
  const expected = new Set<string>()
  for (const { id, escalation } of signals) {
    const { escalationId, definition, places, hours, openedAtMs = 0, closedAtMs } = escalation
    const storedAtMs = storings.get(`${escalationId} ${id}`)
    if (storedAtMs === undefined) {
      complain(`${id} did not begin to escalate`)
      continue
    }
    const takenMs = takenAtMs.get(id)
    for (const { round, step } of places) {
      const key = `${escalationId}.${round}.${step} ${id}`
      expected.add(key)
      const recorded = steps.get(key)
      const copies = arrivals.get(key) ?? 0
      const { ambiguous = 0, begunAtMs = [], messages = 0, status, reason } = recorded ?? {}
      const described = [status ?? 'not recorded', reason ?? []].flat().join(', ')
      if (copies > 0) verdict.arrived += 1
      verdict.extraCopies += Math.max(0, copies - 1)
      verdict.ambiguousAttempts += ambiguous
      if (status === 'suppressed' && reason === 'taken') verdict.unneeded += 1
      else if (closedAtMs !== undefined && (status === undefined || status === 'pending'))
        verdict.heldBack += 1

      if (messages > 1) complain(`${key} is in ${messages} messages`)
      if (copies > 1 + ambiguous)
        complain(`${key} arrived ${copies} times with ${ambiguous} ambiguous attempts`)
      if (status === 'sent' && copies === 0) complain(`${key} is sent, but never arrived`)
      const roundMs = definition.steps.at(-1)?.afterMs ?? 0
      const afterMs = (round - 1) * roundMs + (definition.steps[step - 1]?.afterMs ?? 0)
      const dueMs = Math.max(storedAtMs, openedAtMs) + afterMs
      const closesWithinMs = hours === 'closes' ? begunWithinMs : endsWithinMs
      if (copies > 0 && storedAtMs < openedAtMs) verdict.waitedForHours += 1
      if (copies > 0 && hours === 'closes') verdict.sentBeforeHoursEnded += 1
      for (const atMs of begunAtMs) {
        if (atMs < openedAtMs) complain(`${key} began outside of its business hours, before they did`)
        if (atMs < dueMs) complain(`${key} began ${Math.round(dueMs - atMs)} ms before its time`)
        verdict.latestAfterTakenMs = Math.max(
          verdict.latestAfterTakenMs,
          Math.round(atMs - (takenMs ?? atMs)),
        )
        if (takenMs !== undefined && atMs > takenMs + endsWithinMs)
          complain(
            `${key} began ${Math.round(atMs - takenMs)} ms after someone took the signal (${takenBy.get(id)})`,
          )
        if (closedAtMs !== undefined && atMs > closedAtMs + closesWithinMs)
          complain(`${key} began outside of its business hours`)
      }
      if (takenMs !== undefined) {
        const isDecided = status === 'sent' || (status === 'suppressed' && reason === 'taken')
        if (!isDecided) complain(`${key} of a taken signal is ${described} (${takenBy.get(id)})`)
      } else if (closedAtMs === undefined && status !== 'sent') {
        complain(`${key}, which no one took, is ${described} (arrived ${copies} times)`)
      }
    }
  }
  for (const key of arrivals.keys()) {
    if (!expected.has(key)) complain(`${key} arrived, but is no step of the signal`)
  }
  return verdict
}
