import type { Canary } from '@signalpost/database/canary'
import type { CanaryStage } from '@signalpost/domain'
import type { SyncDependencies } from '@signalpost/sync'

/** What following a round needs. */
export type CanaryServices = SyncDependencies & {
  /** The public URLs of the intake and the API, without a final slash. */
  intakeUrl: string
  apiUrl: string
  nowMs: () => number
}

/** One event on its way. */
export type Round = {
  canary: Canary
  apiKey: string
  eventId: string
  signalId: string
  /** Aborts when the stage has taken too long, or the worker stops. */
  signal: AbortSignal
}

/** What a look at a stage found. A stage that `fails` is not looked at again. */
type Look = 'reached' | { waitsFor: string } | { fails: string }

/** A place on the way of the canary's signal. */
export type Stage = {
  stage: CanaryStage
  /** The time between two looks. */
  pollMs: number
  /** Whether the canary is followed to here. */
  isWatched: (canary: Canary) => boolean
  /** Called until the signal is there, with the number of looks before. */
  look: (services: CanaryServices, round: Round, looks: number) => Promise<Look>
}
