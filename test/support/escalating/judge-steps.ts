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
  complaints: string[]
}

type Evidence = {
  signals: readonly { id: string; escalation: PlannedEscalation }[]
  takenAtMs: ReadonlyMap<string, number>
  steps: ReadonlyMap<string, RecordedStep>
  storings: ReadonlyMap<string, number>
  arrivals: ReadonlyMap<string, number>
}

/** How long an escalation may go on after it should have stopped. */
const endsWithinMs = 5_000

/** Compares what arrived, and when attempts began, with what the escalations promise. */
export function judgeSteps({ signals, takenAtMs, steps, storings, arrivals }: Evidence): StepsVerdict {
  const verdict: StepsVerdict = {
    ...{ arrived: 0, extraCopies: 0, ambiguousAttempts: 0, unneeded: 0, heldBack: 0 },
    complaints: [],
  }
  const complain = (complaint: string): void => void verdict.complaints.push(complaint)
  const expected = new Set<string>()
  for (const { id, escalation } of signals) {
    const { escalationId, definition, places, closedAtMs } = escalation
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
      const dueMs = storedAtMs + (round - 1) * roundMs + (definition.steps[step - 1]?.afterMs ?? 0)
      for (const atMs of begunAtMs) {
        if (atMs < dueMs) complain(`${key} began ${Math.round(dueMs - atMs)} ms before its time`)
        if (takenMs !== undefined && atMs > takenMs + endsWithinMs)
          complain(`${key} began ${Math.round(atMs - takenMs)} ms after someone took the signal`)
        if (closedAtMs !== undefined && atMs > closedAtMs + endsWithinMs)
          complain(`${key} began outside of its business hours`)
      }
      if (takenMs !== undefined) {
        const isDecided = status === 'sent' || (status === 'suppressed' && reason === 'taken')
        if (!isDecided) complain(`${key} of a taken signal is ${status ?? 'not recorded'}`)
      } else if (closedAtMs === undefined && status !== 'sent') {
        complain(`${key}, which no one took, is ${status ?? 'not recorded'} (arrived ${copies} times)`)
      }
    }
  }
  for (const key of arrivals.keys()) {
    if (!expected.has(key)) complain(`${key} arrived, but is no step of the signal`)
  }
  return verdict
}
