import { createSecretBox, type Database, type DatabasePool, type DueWork } from '@signalpost/database'
import { endCanaryRound, leaseCanaryRound } from '@signalpost/database/canary'
import { type MasterKeys, runWhenWoken } from '@signalpost/runtime'
import type { Registry } from 'prom-client'
import { beginRounds } from './begin-rounds.ts'
import { createCanaryMetrics } from './canary-metrics.ts'
import { followRound, stageLimitMs } from './follow-round.ts'
import type { CanaryServices } from './stage.ts'

/** The part of a worker that follows the canary. */
export type FollowedCanary = {
  /** Takes up what a look found. */
  takeUp: (work: DueWork) => void
  /** Ends the rounds in flight, which record nothing more. */
  stop: () => Promise<void>
}

/** A round has three stages one after the other. What one look takes beyond its limit comes on top. */
const leaseMs = 4 * stageLimitMs

type Options = {
  database: Database
  /** The connection pool of `database`. */
  pool: DatabasePool
  config: {
    masterKeys: MasterKeys
    dataDir: string
    outgoingProxy?: CanaryServices['outgoingProxy']
    warehouseBounds?: CanaryServices['warehouseBounds']
    intakeUrl: string
    publicUrl: string
  }
  registry: Registry
  onFault: (part: string) => (error: unknown) => void
  nowMs: () => number
}

/** Follows each round of the canary that is due, if it is enabled and no other worker follows it. */
export function startCanary({ database, pool, config, registry, onFault, nowMs }: Options): FollowedCanary {
  const secretBox = createSecretBox(...config.masterKeys)
  const metrics = createCanaryMetrics(registry)
  const { dataDir, outgoingProxy, warehouseBounds, intakeUrl, publicUrl: apiUrl } = config
  const reach = { outgoingProxy, warehouseBounds, intakeUrl, apiUrl }
  const services = { database, pool, secretBox, dataDir, ...reach, nowMs }
  const stopping = new AbortController()
  const onError = onFault('canary')
  const { beginDue, finish } = beginRounds({
    lease: (held) => leaseCanaryRound(database, secretBox, { leaseMs, held }),
    follow: (lease, isOvertaken) =>
      followRound(services, lease, { metrics, signal: stopping.signal, isOvertaken }),
    end: (lease) => endCanaryRound(database, lease),
    onEnded: () => loop.wake(),
    onError,
  })
  const loop = runWhenWoken({ work: beginDue, onError })
  return {
    takeUp: ({ hasCanaryRound }) => {
      if (hasCanaryRound) loop.wake()
    },
    stop: async () => {
      stopping.abort()
      await loop.stop()
      await finish().catch(onError)
    },
  }
}
