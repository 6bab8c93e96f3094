import { resolveStores } from '@signalpost/embedded-postgres'
import {
  commonConfigSchema,
  hasQueueApart,
  type LogLevel,
  type MasterKeys,
  modelsOf,
  type Networks,
  outgoingProxyOf,
  readConfig,
  tracingOf,
  urlOfPort,
} from '@signalpost/runtime'
import type { TracingSettings } from '@signalpost/tracing'

export type SearcherConfig = {
  databaseUrl: string
  /** Whether a pooler in transaction mode may be in front of the database. */
  mayShareSessions: boolean
  /** The most connections to PostgreSQL. */
  connections: number
  masterKeys: MasterKeys
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
  /** Where finds are delivered, without a final slash. */
  intakeUrl: string
  /** The largest body that the intake accepts. */
  maxBodyBytes: number
  /** Private addresses that the base URLs of connections may lead to. */
  allowedNetworks: Networks
  /** The proxy through which platforms are asked. */
  /** The proxy through which everything leaves the network. */
  outgoingProxy: ReturnType<typeof outgoingProxyOf>
  /** The models that are asked about finds, if configured. */
  models: ReturnType<typeof modelsOf>
}

const usualConnections = 5

export function readSearcherConfig(env: Record<string, string | undefined>): SearcherConfig {
  const config = readConfig(commonConfigSchema, env)
  const { databaseUrl, masterKeys, embedded } = resolveStores({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.SIGNALPOST_DATA_DIR,
    masterKeys: config.SIGNALPOST_MASTER_KEY,
  })
  const host = config.SIGNALPOST_HOST ?? (embedded ? '127.0.0.1' : '0.0.0.0')
  return {
    databaseUrl,
    mayShareSessions: hasQueueApart(config),
    connections: Math.min(usualConnections, config.SIGNALPOST_DATABASE_CONNECTIONS ?? usualConnections),
    masterKeys,
    host,
    port: config.SIGNALPOST_SEARCHER_PORT,
    keepAliveMs: config.SIGNALPOST_KEEP_ALIVE_SECONDS * 1_000,
    logLevel: config.SIGNALPOST_LOG_LEVEL,
    tracing: tracingOf(config),
    drainMs: config.SIGNALPOST_DRAIN_SECONDS * 1_000,
    metricsToken: config.SIGNALPOST_METRICS_TOKEN,
    intakeUrl:
      config.SIGNALPOST_SEARCHER_INTAKE_URL ??
      config.SIGNALPOST_INTAKE_URL ??
      urlOfPort(host, config.SIGNALPOST_INTAKE_PORT),
    maxBodyBytes: config.SIGNALPOST_MAX_BODY_BYTES,
    allowedNetworks: config.SIGNALPOST_ALLOW_PRIVATE_ADDRESSES,
    outgoingProxy: outgoingProxyOf(config),
    models: modelsOf(config),
  }
}
