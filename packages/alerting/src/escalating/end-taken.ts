import type { DatabaseTransaction } from '@signalpost/database'
import {
  type EscalationRun,
  insertDispatches,
  lockStandingRuns,
  moveRuns,
  type NewDispatch,
  type RunMove,
  stepKeyOf,
  suppressTakenSteps,
} from '@signalpost/database/dispatches'
import { findTaken, secondMs, stepsFrom, type Taken } from '@signalpost/domain'

/** How long a signal waited for someone to take it. */
export type TimeToTaken = { urgency: string; seconds: number }

/** What ends a run: the rows of the steps that it no longer needs, and the time that it took. */
export type TakenRun = { dispatches: NewDispatch[]; move: RunMove; time: TimeToTaken }

/** Ends the escalations of signals that someone has taken. */
export async function endTaken(
  transaction: DatabaseTransaction,
  { orgId, signalIds, nowMs }: { orgId: string; signalIds: readonly string[]; nowMs: number },
): Promise<TimeToTaken[]> {
  const runs = await lockStandingRuns(transaction, { orgId, signalIds })
  const ended = runs.flatMap((run) => findTakenRun(run) ?? [])
  await insertDispatches(transaction, orgId, {
    dispatches: ended.flatMap(({ dispatches }) => dispatches),
    nowMs,
  })
  await moveRuns(transaction, orgId, { moves: ended.map(({ move }) => move), nowMs })
  await suppressTakenSteps(transaction, orgId, { runs: ended.map(({ move }) => move), nowMs })
  return ended.map(({ time }) => time)
}

/** Returns undefined for a run whose signal no one has taken. */
export function findTakenRun(run: EscalationRun): TakenRun | undefined {
  const { signal, escalation } = run
  const taken = signal === undefined ? undefined : findTaken(signal, escalation.definition.unless)
  if (signal === undefined || taken === undefined) return undefined
  const seconds = secondsTo(taken, run)
  const { escalationId, signalId } = run
  return {
    dispatches: unneededSteps(run),
    move: { escalationId, signalId, outcome: 'taken', secondsToTaken: seconds },
    time: { urgency: signal.urgency ?? 'none', seconds },
  }
}

function unneededSteps({ escalationId, signalId, place, dueAt, escalation }: EscalationRun): NewDispatch[] {
  // Without a due moment every step was sent.
  if (dueAt === null) return []
  const { definition } = escalation
  return stepsFrom(definition, place).flatMap((at) => {
    const channelId = definition.steps[at.step - 1]?.channelId
    if (channelId === undefined) return []
    const step = { escalationId, ...at }
    return [
      {
        ...{ ruleId: stepKeyOf(step), channelId, signalId, step },
        ...{ status: 'suppressed' as const, reason: 'taken', isInstant: false },
      },
    ]
  })
}

/** A signal can be taken before it is first stored. */
function secondsTo({ atMs }: Taken, { storedAt }: EscalationRun): number {
  return Math.max(0, atMs - storedAt.getTime()) / secondMs
}
