import { resolveStores } from '@signalpost/embedded-postgres'
import {
  type ConnectionShares,
  commonConfigSchema,
  hasQueueApart,
  type LogLevel,
  languageModelOf,
  type MasterKeys,
  type Networks,
  outgoingProxyOf,
  readConfig,
  shareConnections,
  tracingOf,
  type WorkspaceLimits,
  workspaceLimitsOf,
} from '@signalpost/runtime'
import type { TracingSettings } from '@signalpost/tracing'

/** The connections to PostgreSQL. */
export type ApiConnections = ConnectionShares<'own' | 'exports'>

export type ApiConfig = {
  databaseUrl: string
  /** Whether a pooler in transaction mode may be in front of the database. */
  mayShareSessions?: boolean
  connections: ApiConnections
  masterKeys: MasterKeys
  /** The cell of this installation. */
  cell: string
  host: string
  port: number
  /** How long an idle connection is kept. */
  keepAliveMs: number
  logLevel: LogLevel
  /** Where spans go; undefined without a collector. */
  tracing?: TracingSettings | undefined
  /** How long the process keeps serving after it was asked to stop. */
  drainMs: number
  /** The address of this process for the outside, if configured. */
  publicUrl: string | undefined
  /** The address of the console for people, if configured. */
  consoleUrl: string | undefined
  /** The port of the console on this machine. */
  consolePort: number
  /** How long a refresh token may be used again. */
  oauthReuseMs: number
  trustedProxies: Networks
  /** Where people report faults of security. */
  securityContact: string | undefined
  metricsToken: string | undefined
  ratePerMinute: number
  workspaceLimits: WorkspaceLimits
  /** How long the ledger keeps deliveries. */
  ledgerDays: number
  /** Private networks whose websites may be crawled. */
  crawlNetworks: Networks
  /** The proxy through which everything leaves the network. */
  outgoingProxy: ReturnType<typeof outgoingProxyOf>
  /** The language model that refines plans, if configured. */
  languageModel: ReturnType<typeof languageModelOf>
}

export function readApiConfig(env: Record<string, string | undefined>): ApiConfig {
  const config = readConfig(commonConfigSchema, env)
  const { databaseUrl, masterKeys, embedded } = resolveStores({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.SIGNALPOST_DATA_DIR,
    masterKeys: config.SIGNALPOST_MASTER_KEY,
  })
  return {
    databaseUrl,
    mayShareSessions: hasQueueApart(config),
    cell: config.SIGNALPOST_CELL,
    connections: shareApiConnections(config.SIGNALPOST_DATABASE_CONNECTIONS),
    masterKeys,
    host: config.SIGNALPOST_HOST ?? (embedded ? '127.0.0.1' : '0.0.0.0'),
    port: config.SIGNALPOST_API_PORT,
    keepAliveMs: config.SIGNALPOST_KEEP_ALIVE_SECONDS * 1_000,
    logLevel: config.SIGNALPOST_LOG_LEVEL,
    tracing: tracingOf(config),
    drainMs: config.SIGNALPOST_DRAIN_SECONDS * 1_000,
    publicUrl: config.SIGNALPOST_PUBLIC_URL,
    consoleUrl: config.SIGNALPOST_CONSOLE_URL,
    consolePort: config.SIGNALPOST_CONSOLE_PORT,
    oauthReuseMs: config.SIGNALPOST_OAUTH_REUSE_SECONDS * 1_000,
    trustedProxies: config.SIGNALPOST_TRUSTED_PROXIES,
    securityContact: config.SIGNALPOST_SECURITY_CONTACT,
    metricsToken: config.SIGNALPOST_METRICS_TOKEN,
    ratePerMinute: config.SIGNALPOST_RATE_PER_MINUTE,
    workspaceLimits: workspaceLimitsOf(config),
    ledgerDays: config.SIGNALPOST_LEDGER_DAYS,
    crawlNetworks: config.SIGNALPOST_CRAWL_PRIVATE_ADDRESSES,
    outgoingProxy: outgoingProxyOf(config),
    languageModel: languageModelOf(config),
  }
}

export function shareApiConnections(most?: number): ApiConnections {
  return shareConnections(most, { own: { least: 3, usual: 10 }, exports: { least: 1, usual: 4 } })
}
