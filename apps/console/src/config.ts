import { resolve } from 'node:path'
import type { OidcSettings } from '@signalpost/administration/ways-in'
import { type LoginWay, type SessionTimes, sessionTimesOf } from '@signalpost/authorization'
import { readServiceConfig, type ServiceConfig } from '@signalpost/embedded-postgres'
import {
  type ChannelApiUrls,
  type CommonConfig,
  type ConnectionShares,
  channelApiUrls,
  commonConfigSchema,
  modelsOf,
  type Networks,
  outgoingProxyOf,
  readConfig,
  shareConnections,
  type WorkspaceLimits,
  warehouseBoundsOf,
  workspaceLimitsOf,
} from '@signalpost/runtime'

/** The connections to PostgreSQL. */
export type ConsoleConnections = ConnectionShares<'own' | 'works'>

export type ConsoleConfig = ServiceConfig & {
  connections: ConsoleConnections
  /** Holds the built pages. */
  dataDir: string
  port: number
  /** How browsers reach the console; undefined for its own address. */
  consoleUrl: string | undefined
  /** How senders reach the intake; empty where that is not known. */
  intakeUrl: string
  /** How long the ledger keeps deliveries. */
  ledgerDays: number
  trustedProxies: Networks
  /** Sends one-time links. */
  smtp: { url: string; from: string } | undefined
  oidc: OidcSettings | undefined
  /** The ways to log in that are open. */
  loginWays: readonly LoginWay[]
  sessionTimes: SessionTimes
  /** Where people report faults of security. */
  securityContact: string | undefined
  apiUrls: ChannelApiUrls
  /** Private addresses that channels' URLs may lead to. */
  allowedNetworks: Networks
  /** Private addresses of websites that may be read. */
  crawlNetworks: Networks
  /** The proxy through which everything leaves the network. */
  outgoingProxy: ReturnType<typeof outgoingProxyOf>
  /** What warehouses reach that were created over HTTP. */
  warehouseBounds: ReturnType<typeof warehouseBoundsOf>
  /** The models that are asked about finds, if configured. */
  models: ReturnType<typeof modelsOf>
  /** What a workspace may do and have. */
  workspaceLimits: WorkspaceLimits
  /** How recipients reach the API, for links in test mails. */
  publicUrl: string
}

export function readConsoleConfig(env: Record<string, string | undefined>): ConsoleConfig {
  const { config, service } = readServiceConfig(env)
  const { SIGNALPOST_SMTP_URL: smtpUrl, SIGNALPOST_MAIL_FROM: from } = config
  return {
    ...service,
    connections: shareConsoleConnections(config.SIGNALPOST_DATABASE_CONNECTIONS),
    dataDir: readDataDir(env),
    port: config.SIGNALPOST_CONSOLE_PORT,
    consoleUrl: config.SIGNALPOST_CONSOLE_URL,
    ledgerDays: config.SIGNALPOST_LEDGER_DAYS,
    intakeUrl: config.SIGNALPOST_INTAKE_URL ?? ownUrl(config.SIGNALPOST_INTAKE_PORT),
    trustedProxies: config.SIGNALPOST_TRUSTED_PROXIES,
    smtp: smtpUrl === undefined || from === undefined ? undefined : { url: smtpUrl, from },
    oidc: readOidc(config),
    loginWays: config.SIGNALPOST_LOGIN_WAYS,
    sessionTimes: sessionTimesOf(config),
    securityContact: config.SIGNALPOST_SECURITY_CONTACT,
    apiUrls: channelApiUrls(config),
    allowedNetworks: config.SIGNALPOST_ALLOW_PRIVATE_ADDRESSES,
    crawlNetworks: config.SIGNALPOST_CRAWL_PRIVATE_ADDRESSES,
    outgoingProxy: outgoingProxyOf(config),
    warehouseBounds: warehouseBoundsOf(config),
    models: modelsOf(config),
    workspaceLimits: workspaceLimitsOf(config),
    publicUrl: config.SIGNALPOST_PUBLIC_URL ?? ownUrl(config.SIGNALPOST_API_PORT),
  }
}

export function shareConsoleConnections(most?: number): ConsoleConnections {
  return shareConnections(most, { own: { least: 2, usual: 6 }, works: { least: 2, usual: 3 } })
}

/** Where the pages are built; a build needs no store. */
export function readDataDir(env: Record<string, string | undefined>): string {
  return resolve(readConfig(commonConfigSchema, env).SIGNALPOST_DATA_DIR)
}

/** A process of this machine. One that took any free port is known to itself alone. */
function ownUrl(port: number): string {
  return port === 0 ? '' : `http://127.0.0.1:${port}`
}

function readOidc({
  SIGNALPOST_OIDC_ISSUER: issuer,
  SIGNALPOST_OIDC_CLIENT_ID: clientId,
  SIGNALPOST_OIDC_CLIENT_SECRET: clientSecret,
  SIGNALPOST_OIDC_DOMAINS: domains,
  SIGNALPOST_OIDC_TRUST_EMAIL: trustsEmail,
  ...config
}: CommonConfig): OidcSettings | undefined {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return { issuer, clientId, clientSecret, domains, trustsEmail, proxy: outgoingProxyOf(config) }
}
