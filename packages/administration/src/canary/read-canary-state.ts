import type { Database } from '@signalpost/database'
import { type Canary, type CanaryResult, findCanary, listCanaryResults } from '@signalpost/database/canary'
import { type CanaryStage, canaryStages } from '@signalpost/domain'

/** The canary and how its stages went last. */
export type CanaryState = Canary & {
  /** The watched stages in order. `result` is null before the first round that reached the stage. */
  stages: { stage: CanaryStage; result: CanaryResult | null }[]
  /** The first stage that fails. */
  failing: CanaryResult | undefined
  /** Since when no worker has followed a round that was due; null while one does. */
  silentSince: Date | null
}

/** A round may take two minutes, when a stage after the other reaches its limit. */
const patienceMs = 150_000

/** Returns the state of the canary; undefined if it is disabled. */
export async function readCanaryState(
  database: Database,
  { nowMs }: { nowMs: number },
): Promise<CanaryState | undefined> {
  const canary = await findCanary(database)
  if (canary === undefined) return undefined
  const results = new Map((await listCanaryResults(database)).map((result) => [result.stage, result]))
  const { channelId, warehouseId, everyMs, enabledAt } = canary
  const isWatched: Record<CanaryStage, boolean> = {
    ...{ intake: true, api: true, channel: channelId !== null, warehouse: warehouseId !== null },
  }
  const stages = canaryStages
    .filter((stage) => isWatched[stage])
    .map((stage) => ({ stage, result: results.get(stage) ?? null }))
  const seen = results.get('intake')?.at ?? enabledAt
  const isSilent = nowMs - seen.getTime() > everyMs + patienceMs
  return {
    ...canary,
    stages,
    failing: stages.find(({ result }) => result !== null && result.error !== null)?.result ?? undefined,
    silentSince: isSilent ? seen : null,
  }
}
