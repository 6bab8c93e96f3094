import { resolveStores } from '@signalpost/embedded-postgres'
import { type QueueBackend, queueBackendOf } from '@signalpost/queues'
import {
  backupMarkerOf,
  type ChannelApiUrls,
  type CommonConfig,
  channelApiUrls,
  commonConfigSchema,
  hasQueueApart,
  type LogLevel,
  type MasterKeys,
  type Networks,
  outgoingProxyOf,
  readConfig,
  tracingOf,
  urlOfPort,
  warehouseBoundsOf,
} from '@signalpost/runtime'
import type { TracingSettings } from '@signalpost/tracing'
import { shareWorkerConnections, type WorkerConnections } from './worker-connections.ts'

export type WorkerConfig = {
  databaseUrl: string
  /** Whether a pooler in transaction mode may be in front of the database. */
  mayShareSessions?: boolean
  connections: WorkerConnections
  masterKeys: MasterKeys
  /** The cell of this installation. */
  cell: string
  dataDir: string
  queueBackend: QueueBackend
  host: string
  port: number
  /** How long an idle connection is kept. */
  keepAliveMs: number
  logLevel: LogLevel
  /** Where spans go; undefined without a collector. */
  tracing?: TracingSettings | undefined
  /** How long the process keeps serving after it was asked to stop. */
  drainMs: number
  metricsToken: string | undefined
  /** The file whose modification time is that of the last backup. */
  backupMarker: string | undefined
  maxAttempts: number
  ledgerDays: number
  dedupDays: number
  apiUrls: ChannelApiUrls
  smtp: { url: string; from: string } | undefined
  /** The address of API, intake and console for the outside, without a final slash. */
  publicUrl: string
  intakeUrl: string
  consoleUrl: string
  /** Private addresses that channels' URLs may lead to. */
  allowedNetworks: Networks
  /** The proxy through which everything leaves the network. */
  outgoingProxy: ReturnType<typeof outgoingProxyOf>
  /** What warehouses reach that were created over HTTP. */
  warehouseBounds: ReturnType<typeof warehouseBoundsOf>
}

export function readWorkerConfig(env: Record<string, string | undefined>): WorkerConfig {
  const config = readConfig(commonConfigSchema, env)
  const { databaseUrl, masterKeys, embedded } = resolveStores({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.SIGNALPOST_DATA_DIR,
    masterKeys: config.SIGNALPOST_MASTER_KEY,
  })
  const host = config.SIGNALPOST_HOST ?? (embedded ? '127.0.0.1' : '0.0.0.0')
  const queueBackend = queueBackendOf({
    databaseUrl,
    queueDatabaseUrl: config.SIGNALPOST_QUEUE_DATABASE_URL,
    redisUrl: config.REDIS_URL,
  })
  return {
    databaseUrl,
    mayShareSessions: hasQueueApart(config),
    cell: config.SIGNALPOST_CELL,
    connections: shareWorkerConnections(queueBackend, config.SIGNALPOST_DATABASE_CONNECTIONS),
    masterKeys,
    dataDir: config.SIGNALPOST_DATA_DIR,
    queueBackend,
    host,
    port: config.SIGNALPOST_WORKER_PORT,
    keepAliveMs: config.SIGNALPOST_KEEP_ALIVE_SECONDS * 1_000,
    logLevel: config.SIGNALPOST_LOG_LEVEL,
    tracing: tracingOf(config),
    drainMs: config.SIGNALPOST_DRAIN_SECONDS * 1_000,
    metricsToken: config.SIGNALPOST_METRICS_TOKEN,
    backupMarker: backupMarkerOf(config),
    maxAttempts: config.SIGNALPOST_MAX_ATTEMPTS,
    ledgerDays: config.SIGNALPOST_LEDGER_DAYS,
    dedupDays: config.SIGNALPOST_DEDUP_DAYS,
    apiUrls: channelApiUrls(config),
    smtp: findSmtp(config),
    publicUrl: config.SIGNALPOST_PUBLIC_URL ?? urlOfPort(host, config.SIGNALPOST_API_PORT),
    intakeUrl: config.SIGNALPOST_INTAKE_URL ?? urlOfPort(host, config.SIGNALPOST_INTAKE_PORT),
    consoleUrl: config.SIGNALPOST_CONSOLE_URL ?? urlOfPort(host, config.SIGNALPOST_CONSOLE_PORT),
    allowedNetworks: config.SIGNALPOST_ALLOW_PRIVATE_ADDRESSES,
    outgoingProxy: outgoingProxyOf(config),
    warehouseBounds: warehouseBoundsOf(config),
  }
}

function findSmtp({
  SIGNALPOST_SMTP_URL: url,
  SIGNALPOST_MAIL_FROM: from,
}: CommonConfig): WorkerConfig['smtp'] {
  return url === undefined || from === undefined ? undefined : { url, from }
}
