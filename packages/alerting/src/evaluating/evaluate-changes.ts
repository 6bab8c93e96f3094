import { type Database, throwIfStoreFault } from '@signalpost/database'
import { claimPendingChanges, type PendingChange, setChangeAside } from '@signalpost/database/dispatches'
import { writeEvents } from '@signalpost/database/records'
import type { Logger } from '@signalpost/runtime'
import type { Tracer } from '@signalpost/tracing'
import type { AlertMetrics } from '../alert-metrics.ts'
import type { AlertSettingsCache } from '../alert-settings.ts'
import { evaluateInWorkspace } from './evaluate-in-workspace.ts'
import { traceChanges } from './trace-changes.ts'

export type EvaluateDependencies = {
  database: Database
  settings: AlertSettingsCache
  metrics: AlertMetrics
  logger: Logger
  nowMs: () => number
  tracer?: Tracer | undefined
}

const evaluatedAtOnce = 500

/**
 * Evaluates every pending change against the workspace's rules. Returns the number of changes. One transaction writes
 * decisions and messages and removes the changes. A change that makes it fail is set aside alone. A fault of the store
 * throws a TransientError; the changes wait.
 */
export async function evaluateChanges(
  dependencies: EvaluateDependencies,
  { shouldStop }: { shouldStop: () => boolean },
): Promise<number> {
  let evaluated = 0
  while (!shouldStop()) {
    const count = await evaluateOnce(dependencies)
    evaluated += count
    if (count < evaluatedAtOnce) break
  }
  return evaluated
}

async function evaluateOnce(dependencies: EvaluateDependencies): Promise<number> {
  try {
    return await evaluateTogether(dependencies, evaluatedAtOnce)
  } catch (error) {
    throwIfStoreFault(error)
    for (let alone = 0; alone < evaluatedAtOnce; alone += 1) {
      if (!(await evaluateAlone(dependencies))) return alone
    }
    return evaluatedAtOnce
  }
}

async function evaluateTogether(
  { database, settings, metrics, logger, nowMs, tracer }: EvaluateDependencies,
  limit: number,
  onClaim: (claimed: PendingChange[]) => void = () => undefined,
): Promise<number> {
  await settings.refresh()
  const startedAtMs = performance.now()
  const traces = traceChanges(tracer)
  const evaluating = database.transaction().execute(async (transaction) => {
    const claimed = traces.begin(await claimPendingChanges(transaction, limit))
    onClaim(claimed)
    const byWorkspace = Map.groupBy(claimed, ({ orgId }) => orgId)
    const evaluated = []
    // The same order everywhere, because evaluating locks each workspace.
    for (const orgId of [...byWorkspace.keys()].sort()) {
      const about = { orgId, changes: byWorkspace.get(orgId) ?? [], nowMs: nowMs() }
      evaluated.push(await evaluateInWorkspace(transaction, await settings.get(orgId), about))
    }
    const assignments = evaluated.flatMap((outcome) => outcome.assignments)
    // Once in the transaction, since it locks records in one global order.
    if (assignments.length > 0) await writeEvents(transaction, assignments, { nowMs: nowMs() })
    return { changes: claimed, outcomes: evaluated }
  })
  const { changes, outcomes } = await evaluating.then(traces.end, traces.fail)
  if (changes.length === 0) return 0
  for (const { changedAt } of changes) metrics.observeEvaluation(nowMs() - changedAt.getTime())
  const decisions = outcomes.flatMap((outcome) => outcome.decisions)
  const events = outcomes.reduce((sum, outcome) => sum + outcome.events, 0)
  metrics.countDecisions(decisions)
  metrics.observeTaken(outcomes.flatMap(({ taken }) => taken))
  const durationMs = Math.round(performance.now() - startedAtMs)
  logger.info(
    { changes: changes.length, dispatches: decisions.length, events, durationMs },
    'changes.evaluated',
  )
  return changes.length
}

async function evaluateAlone(dependencies: EvaluateDependencies): Promise<boolean> {
  let failing: PendingChange | undefined
  try {
    const count = await evaluateTogether(dependencies, 1, ([claimed]) => {
      failing = claimed
    })
    return count > 0
  } catch (error) {
    throwIfStoreFault(error)
    if (failing === undefined) throw error
    const { pendingChangeId, orgId, record, recordId } = failing
    const message = error instanceof Error ? error.message : String(error)
    await setChangeAside(dependencies.database, { pendingChangeId, error: message })
    dependencies.logger.error({ pendingChangeId, orgId, record, recordId, err: error }, 'change.set-aside')
    return true
  }
}
