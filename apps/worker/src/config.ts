import { readServiceConfig, type ServiceConfig } from '@signalpost/embedded-postgres'
import { type QueueBackend, queueBackendOf } from '@signalpost/queues'
import {
  backupMarkerOf,
  type ChannelApiUrls,
  type CommonConfig,
  channelApiUrls,
  type Networks,
  outgoingProxyOf,
  urlOfPort,
  warehouseBoundsOf,
} from '@signalpost/runtime'
import { shareWorkerConnections, type WorkerConnections } from './worker-connections.ts'

export type WorkerConfig = ServiceConfig & {
  connections: WorkerConnections
  dataDir: string
  queueBackend: QueueBackend
  port: number
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
  const { config, service } = readServiceConfig(env)
  const { databaseUrl, host } = service
  const queueBackend = queueBackendOf({
    databaseUrl,
    queueDatabaseUrl: config.SIGNALPOST_QUEUE_DATABASE_URL,
    redisUrl: config.REDIS_URL,
  })
  return {
    ...service,
    connections: shareWorkerConnections(queueBackend, config.SIGNALPOST_DATABASE_CONNECTIONS),
    dataDir: config.SIGNALPOST_DATA_DIR,
    queueBackend,
    port: config.SIGNALPOST_WORKER_PORT,
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
