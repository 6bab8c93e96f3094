import { resolveStores } from '@signalpost/embedded-postgres'
import { producerConnections, type QueueBackend, queueBackendOf } from '@signalpost/queues'
import {
  type ConnectionShares,
  commonConfigSchema,
  hasQueueApart,
  type LogLevel,
  type MasterKeys,
  type Networks,
  readConfig,
  type SharedPort,
  shareConnections,
  tracingOf,
} from '@signalpost/runtime'
import type { TracingSettings } from '@signalpost/tracing'
import type { GatherLimits } from './receive/gather-deliveries.ts'

/** The connections to PostgreSQL. */
export type IntakeConnections = ConnectionShares<'own' | 'queue'>

export type IntakeConfig = {
  databaseUrl: string
  /** Whether a pooler in transaction mode may be in front of the database. */
  mayShareSessions?: boolean
  masterKeys: MasterKeys
  /** The cell of this installation. */
  cell: string
  connections: IntakeConnections
  queueBackend: QueueBackend
  host: string
  port: number
  /** For several processes that serve the port; undefined for one. */
  sharedPort?: SharedPort | undefined
  /** How long an idle connection is kept. */
  keepAliveMs: number
  logLevel: LogLevel
  /** Where spans go; undefined without a collector. */
  tracing?: TracingSettings | undefined
  /** How long the process keeps serving after it was asked to stop. */
  drainMs: number
  maxBodyBytes: number
  trustedProxies: Networks
  metricsToken: string | undefined
  /** Time limits for a sender; default to the listener's own. */
  timeouts?: { headersTimeoutMs: number; requestTimeoutMs: number }
  /** How much may wait to be stored; defaults to the gatherer's own limits. */
  gatherLimits?: Partial<GatherLimits>
}

export const portVariable = 'SIGNALPOST_INTAKE_PORT'

export function readIntakeConfig(env: Record<string, string | undefined>): IntakeConfig {
  const config = readConfig(commonConfigSchema, env)
  const { databaseUrl, masterKeys, embedded } = resolveStores({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.SIGNALPOST_DATA_DIR,
    masterKeys: config.SIGNALPOST_MASTER_KEY,
  })
  const queueBackend = queueBackendOf({
    databaseUrl,
    queueDatabaseUrl: config.SIGNALPOST_QUEUE_DATABASE_URL,
    redisUrl: config.REDIS_URL,
  })
  const processes = config.SIGNALPOST_INTAKE_PROCESSES
  const host = config.SIGNALPOST_HOST ?? (embedded ? '127.0.0.1' : '0.0.0.0')
  const port = config.SIGNALPOST_INTAKE_PORT
  return {
    databaseUrl,
    mayShareSessions: hasQueueApart(config),
    cell: config.SIGNALPOST_CELL,
    masterKeys,
    connections: shareIntakeConnections(queueBackend, config.SIGNALPOST_DATABASE_CONNECTIONS, processes),
    queueBackend,
    ...{ host, port },
    sharedPort: processes === 1 ? undefined : { processes, host, port, portVariable },
    keepAliveMs: config.SIGNALPOST_KEEP_ALIVE_SECONDS * 1_000,
    logLevel: config.SIGNALPOST_LOG_LEVEL,
    tracing: tracingOf(config),
    drainMs: config.SIGNALPOST_DRAIN_SECONDS * 1_000,
    maxBodyBytes: config.SIGNALPOST_MAX_BODY_BYTES,
    trustedProxies: config.SIGNALPOST_TRUSTED_PROXIES,
    metricsToken: config.SIGNALPOST_METRICS_TOKEN,
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
