import { createDatabase, createSecretBox } from '@signalpost/database'
import { endCanaryRound, leaseCanaryRound } from '@signalpost/database/canary'
import { type MasterKeys, runPeriodically } from '@signalpost/runtime'
import type { Registry } from 'prom-client'
import { createCanaryMetrics } from './canary-metrics.ts'
import { followRound, stageLimitMs } from './follow-round.ts'

/** The part of a worker that follows the canary. */
export type FollowedCanary = {
  /** Ends the round in flight, which records nothing more. */
  stop: () => Promise<void>
}

const pollMs = 1_000
const connections = 2
const statementTimeoutMs = 15_000
/** A round has three stages one after the other. What one look takes beyond its limit comes on top. */
const leaseMs = 4 * stageLimitMs

type Options = {
  config: {
    databaseUrl: string
    masterKeys: MasterKeys
    dataDir: string
    intakeUrl: string
    publicUrl: string
  }
  registry: Registry
  onFault: (part: string) => (error: unknown) => void
  nowMs: () => number
}

/** Follows each round of the canary that is due, if it is enabled and no other worker follows it. */
export function startCanary({ config, registry, onFault, nowMs }: Options): FollowedCanary {
  const { database, pool } = createDatabase({
    url: config.databaseUrl,
    applicationName: 'signalpost worker canary',
    maxConnections: connections,
    statementTimeoutMs,
    onConnectionError: onFault('canary database'),
  })
  const secretBox = createSecretBox(...config.masterKeys)
  const metrics = createCanaryMetrics(registry)
  const { dataDir, intakeUrl, publicUrl: apiUrl } = config
  const services = { database, pool, secretBox, dataDir, intakeUrl, apiUrl, nowMs }
  const stopping = new AbortController()
  const rounds = runPeriodically({
    intervalMs: pollMs,
    work: async () => {
      const lease = await leaseCanaryRound(database, secretBox, { leaseMs })
      if (lease === undefined) return
      try {
        await followRound(services, lease, { metrics, signal: stopping.signal })
      } finally {
        await endCanaryRound(database, lease)
      }
    },
    onError: onFault('canary'),
  })
  return {
    stop: async () => {
      stopping.abort()
      await rounds.stop()
      await database.destroy()
    },
  }
}
