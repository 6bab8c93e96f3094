import { readServiceConfig, type ServiceConfig } from '@signalpost/embedded-postgres'
import {
  type ConnectionShares,
  languageModelOf,
  type Networks,
  outgoingProxyOf,
  shareConnections,
  type WorkspaceLimits,
  workspaceLimitsOf,
} from '@signalpost/runtime'

/** The connections to PostgreSQL. */
export type ApiConnections = ConnectionShares<'own' | 'exports'>

export type ApiConfig = ServiceConfig & {
  connections: ApiConnections
  port: number
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
  const { config, service } = readServiceConfig(env)
  return {
    ...service,
    connections: shareApiConnections(config.SIGNALPOST_DATABASE_CONNECTIONS),
    port: config.SIGNALPOST_API_PORT,
    publicUrl: config.SIGNALPOST_PUBLIC_URL,
    consoleUrl: config.SIGNALPOST_CONSOLE_URL,
    consolePort: config.SIGNALPOST_CONSOLE_PORT,
    oauthReuseMs: config.SIGNALPOST_OAUTH_REUSE_SECONDS * 1_000,
    trustedProxies: config.SIGNALPOST_TRUSTED_PROXIES,
    securityContact: config.SIGNALPOST_SECURITY_CONTACT,
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
