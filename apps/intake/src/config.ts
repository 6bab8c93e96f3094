import { readServiceConfig, type ServiceConfig } from '@signalpost/embedded-postgres'
import { producerConnections, type QueueBackend, queueBackendOf } from '@signalpost/queues'
import { type ConnectionShares, type Networks, type SharedPort, shareConnections } from '@signalpost/runtime'
import type { GatherLimits } from './receive/gather-deliveries.ts'

/** The connections to PostgreSQL. */
export type IntakeConnections = ConnectionShares<'own' | 'queue'>

export type IntakeConfig = ServiceConfig & {
  connections: IntakeConnections
  queueBackend: QueueBackend
  port: number
  /** For several processes that serve the port; undefined for one. */
  sharedPort?: SharedPort | undefined
  maxBodyBytes: number
  trustedProxies: Networks
  /** Time limits for a sender; default to the listener's own. */
  timeouts?: { headersTimeoutMs: number; requestTimeoutMs: number }
  /** How much may wait to be stored; defaults to the gatherer's own limits. */
  gatherLimits?: Partial<GatherLimits>
}

export const portVariable = 'SIGNALPOST_INTAKE_PORT'

export function readIntakeConfig(env: Record<string, string | undefined>): IntakeConfig {
  const { config, service } = readServiceConfig(env)
  const { databaseUrl, host } = service
  const queueBackend = queueBackendOf({
    databaseUrl,
    queueDatabaseUrl: config.SIGNALPOST_QUEUE_DATABASE_URL,
    redisUrl: config.REDIS_URL,
  })
  const processes = config.SIGNALPOST_INTAKE_PROCESSES
  const port = config.SIGNALPOST_INTAKE_PORT
  return {
    ...service,
    connections: shareIntakeConnections(queueBackend, config.SIGNALPOST_DATABASE_CONNECTIONS, processes),
    queueBackend,
    port,
    sharedPort: processes === 1 ? undefined : { processes, host, port, portVariable },
    maxBodyBytes: config.SIGNALPOST_MAX_BODY_BYTES,
    trustedProxies: config.SIGNALPOST_TRUSTED_PROXIES,
  }
}

/** Returns what each of the processes may open. */
export function shareIntakeConnections(
  queueBackend: QueueBackend,
  most?: number,
  processes = 1,
): IntakeConnections {
  const needs = { own: { least: 2, usual: 6 }, queue: producerConnections(queueBackend) }
  return shareConnections(most, needs, { processes })
}
