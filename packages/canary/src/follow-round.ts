import { createId } from '@signalpost/database'
import { type CanaryLease, recordCanaryStage } from '@signalpost/database/canary'
import type { CanaryStage } from '@signalpost/domain'
import { pause } from '@signalpost/runtime'
import type { CanaryMetrics } from './canary-metrics.ts'
import type { CanaryServices, Round, Stage } from './stage.ts'
import { apiStage } from './stages/api.ts'
import { channelStage } from './stages/channel.ts'
import { intakeStage } from './stages/intake.ts'
import { warehouseStage } from './stages/warehouse.ts'

/** A stage that is not reached within this time has failed. */
export const stageLimitMs = 30_000

/** Channel and warehouse are tried at once: neither depends on the other. */
const wayToApi = [intakeStage, apiStage]
const endings = [channelStage, warehouseStage]

type FollowOptions = {
  metrics: CanaryMetrics
  signal: AbortSignal
  /** Whether a later round has already reported a stage; then this one does not. */
  isOvertaken: (stage: CanaryStage) => boolean
  /** How long a stage may take. 30 s by default. */
  limitMs?: number
}

/**
 * Sends one event and follows it, stage by stage. After a stage fails, the later ones are not tried and keep their last
 * result. A stop of the worker ends the round and records nothing.
 */
export async function followRound(
  services: CanaryServices,
  lease: CanaryLease,
  { metrics, signal, isOvertaken, limitMs = stageLimitMs }: FollowOptions,
): Promise<void> {
  const { canary, apiKey, token } = lease
  const round = { canary, apiKey, eventId: createId('evt_'), signalId: createId('sig_') }
  const follow = async (stage: Stage): Promise<boolean> => {
    const startedMs = performance.now()
    const error = await reach(services, stage, { round, signal, limitMs })
    if (signal.aborted) return false
    const seconds = (performance.now() - startedMs) / 1000
    metrics.observe(stage.stage, { seconds, hasFailed: error !== null })
    if (isOvertaken(stage.stage)) return error === null
    return (
      (await recordCanaryStage(services.database, { canary, token, stage: stage.stage, seconds, error })) &&
      error === null
    )
  }
  for (const stage of wayToApi) if (!(await follow(stage))) return
  await Promise.all(endings.filter(({ isWatched }) => isWatched(canary)).map(follow))
}

type ReachOptions = { round: Omit<Round, 'signal'>; signal: AbortSignal; limitMs: number }

/** Looks at a stage until the signal is there. Returns why it failed, or null. */
async function reach(
  services: CanaryServices,
  { stage, pollMs, look }: Stage,
  { round, signal, limitMs }: ReachOptions,
): Promise<string | null> {
  const limit = AbortSignal.timeout(limitMs)
  const either = AbortSignal.any([limit, signal])
  let waitsFor = `nothing was heard of the stage ${stage}`
  for (let looks = 0; !either.aborted; looks += 1) {
    const found = await look(services, { ...round, signal: either }, looks)
    if (found === 'reached') return null
    if ('fails' in found) return found.fails
    // A look that the limit cut off knows less than the one before.
    if (!limit.aborted || looks === 0) waitsFor = found.waitsFor
    // An abort ends the pause.
    await pause(pollMs, either)
  }
  return `${waitsFor}, for ${Math.round(limitMs / 1000)} s`
}
