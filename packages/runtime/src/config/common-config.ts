import { cellSchema, defaultCell } from '@signalpost/domain'
import { z } from 'zod'
import {
  absolutePathSchema,
  contactSchema,
  databaseUrlSchema,
  decimalSchema,
  hostSchema,
  isLoopback,
  isLoopbackHost,
  issuerUrlSchema,
  loginWaysSchema,
  logLevelSchema,
  mailAddressSchema,
  mailDomainsSchema,
  masterKeysSchema,
  networksSchema,
  portSchema,
  proxySchema,
  publicUrlSchema,
  redisUrlSchema,
  smtpUrlSchema,
  switchSchema,
  wholeNumberSchema,
} from './config-schemas.ts'
import { type Networks, noNetworks } from './networks.ts'
import { proxyExceptionsSchema } from './proxy/proxy-exceptions.ts'
import { tracingVariables } from './tracing-config.ts'

/**
 * The environment that all processes share. Each process checks all of it, so a bad variable is reported at the first
 * start, not only by the process that uses it.
 */
export const commonConfigSchema = z
  .object({
    DATABASE_URL: databaseUrlSchema.optional(),
    REDIS_URL: redisUrlSchema.optional(),
    SIGNALPOST_QUEUE_DATABASE_URL: databaseUrlSchema.optional(),
    SIGNALPOST_DATABASE_CONNECTIONS: wholeNumberSchema({ min: 1, max: 10_000 }).optional(),
    SIGNALPOST_MASTER_KEY: masterKeysSchema.optional(),
    SIGNALPOST_DATA_DIR: z.string().default('.signalpost'),
    SIGNALPOST_CELL: cellSchema.default(defaultCell),
    SIGNALPOST_HOST: hostSchema.optional(),
    SIGNALPOST_INTAKE_PORT: portSchema.default(4100),
    SIGNALPOST_INTAKE_PROCESSES: wholeNumberSchema({ min: 1, max: 64 }).default(1),
    SIGNALPOST_API_PORT: portSchema.default(4200),
    SIGNALPOST_WORKER_PORT: portSchema.default(4300),
    SIGNALPOST_CONSOLE_PORT: portSchema.default(4400),
    SIGNALPOST_SEARCHER_PORT: portSchema.default(4500),
    SIGNALPOST_CONSOLE_URL: publicUrlSchema.optional(),
    SIGNALPOST_PUBLIC_URL: publicUrlSchema.optional(),
    SIGNALPOST_INTAKE_URL: publicUrlSchema.optional(),
    SIGNALPOST_SEARCHER_INTAKE_URL: publicUrlSchema.optional(),
    SIGNALPOST_TRUSTED_PROXIES: networksSchema.default(noNetworks),
    SIGNALPOST_METRICS_TOKEN: z.string().optional(),
    SIGNALPOST_LOG_LEVEL: logLevelSchema.default('info'),
    SIGNALPOST_DRAIN_SECONDS: wholeNumberSchema({ min: 0, max: 3_600 }).default(0),
    SIGNALPOST_KEEP_ALIVE_SECONDS: wholeNumberSchema({ min: 1, max: 3_600 }).default(75),
    SIGNALPOST_MAX_BODY_BYTES: wholeNumberSchema({ min: 1024, max: 104_857_600 }).default(1_048_576),
    SIGNALPOST_BACKUP_MARKER: z.string().optional(),
    SIGNALPOST_MAX_ATTEMPTS: wholeNumberSchema({ min: 1, max: 1000 }).default(12),
    SIGNALPOST_LEDGER_DAYS: wholeNumberSchema({ min: 1, max: 36_500 }).default(30),
    SIGNALPOST_DEDUP_DAYS: wholeNumberSchema({ min: 1, max: 36_500 }).default(90),
    SIGNALPOST_RATE_PER_MINUTE: wholeNumberSchema({ min: 1, max: 1_000_000_000 }).default(600),
    SIGNALPOST_WORKSPACE_RATE_PER_MINUTE: wholeNumberSchema({ min: 0, max: 1_000_000_000 }).optional(),
    SIGNALPOST_WORKSPACE_JOBS: wholeNumberSchema({ min: 1, max: 10_000 }).default(5),
    SIGNALPOST_WORKSPACE_LISTENERS: wholeNumberSchema({ min: 0, max: 1_000_000 }).default(1_000),
    SIGNALPOST_SMTP_URL: smtpUrlSchema.optional(),
    SIGNALPOST_MAIL_FROM: mailAddressSchema.optional(),
    SIGNALPOST_OIDC_ISSUER: issuerUrlSchema.optional(),
    SIGNALPOST_OIDC_CLIENT_ID: z.string().optional(),
    SIGNALPOST_OIDC_CLIENT_SECRET: z.string().optional(),
    SIGNALPOST_OIDC_DOMAINS: mailDomainsSchema.default([]),
    SIGNALPOST_OIDC_TRUST_EMAIL: switchSchema.default(false),
    SIGNALPOST_LOGIN_WAYS: loginWaysSchema.default(['link', 'mail', 'oidc']),
    SIGNALPOST_SESSION_IDLE_MINUTES: wholeNumberSchema({ min: 5, max: 525_600 }).default(720),
    SIGNALPOST_SESSION_HOURS: wholeNumberSchema({ min: 1, max: 8_760 }).default(168),
    SIGNALPOST_OAUTH_REUSE_SECONDS: wholeNumberSchema({ min: 0, max: 86_400 }).default(600),
    SIGNALPOST_SECURITY_CONTACT: contactSchema.optional(),
    SIGNALPOST_SLACK_API_URL: publicUrlSchema.default('https://slack.com/api'),
    SIGNALPOST_PAGERDUTY_API_URL: publicUrlSchema.default('https://events.pagerduty.com'),
    SIGNALPOST_OPSGENIE_API_URL: publicUrlSchema.default('https://api.opsgenie.com'),
    SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: networksSchema.default(noNetworks),
    SIGNALPOST_CRAWL_PRIVATE_ADDRESSES: networksSchema.default(noNetworks),
    SIGNALPOST_WAREHOUSE_PRIVATE_ADDRESSES: networksSchema.default(noNetworks),
    SIGNALPOST_WAREHOUSE_DIR: absolutePathSchema.optional(),
    SIGNALPOST_OUTGOING_PROXY: proxySchema.optional(),
    SIGNALPOST_OUTGOING_PROXY_EXCEPT: proxyExceptionsSchema.optional(),
    SIGNALPOST_LLM_URL: publicUrlSchema.optional(),
    SIGNALPOST_LLM_KEY: z.string().optional(),
    SIGNALPOST_LLM_MODEL: z.string().optional(),
    SIGNALPOST_LLM_DAILY_CALLS: wholeNumberSchema({ min: 0, max: 1_000_000 }).default(200),
    SIGNALPOST_RERANK_URL: publicUrlSchema.optional(),
    SIGNALPOST_RERANK_API_KEY: z.string().optional(),
    SIGNALPOST_RERANK_MODEL: z.string().optional(),
    SIGNALPOST_RERANK_BAR: decimalSchema({ min: -100, max: 100 }).default(0.5),
    SIGNALPOST_RERANK_DAILY_CALLS: wholeNumberSchema({ min: 0, max: 1_000_000 }).default(200),
    ...tracingVariables,
  })
  .refine((config) => config.DATABASE_URL === undefined || config.SIGNALPOST_MASTER_KEY !== undefined, {
    path: ['SIGNALPOST_MASTER_KEY'],
    error: 'with DATABASE_URL it must be 32 bytes in base64, as `openssl rand -base64 32` prints them',
    when: () => true,
  })
  .refine((config) => !(config.SIGNALPOST_DEDUP_DAYS < config.SIGNALPOST_LEDGER_DAYS), {
    path: ['SIGNALPOST_DEDUP_DAYS'],
    error: 'expected at least SIGNALPOST_LEDGER_DAYS',
    when: () => true,
  })
  .refine((config) => config.SIGNALPOST_SMTP_URL === undefined || config.SIGNALPOST_MAIL_FROM !== undefined, {
    path: ['SIGNALPOST_MAIL_FROM'],
    error: 'with SIGNALPOST_SMTP_URL it must be a sender, such as Signalpost <alerts@example.com>',
    when: () => true,
  })
  .refine(
    (config) => config.SIGNALPOST_OIDC_ISSUER === undefined || config.SIGNALPOST_OIDC_CLIENT_ID !== undefined,
    { path: ['SIGNALPOST_OIDC_CLIENT_ID'], error: withIssuer('id'), when: () => true },
  )
  .refine(
    (config) =>
      config.SIGNALPOST_OIDC_ISSUER === undefined || config.SIGNALPOST_OIDC_CLIENT_SECRET !== undefined,
    { path: ['SIGNALPOST_OIDC_CLIENT_SECRET'], error: withIssuer('secret'), when: () => true },
  )

  .refine(
    ({ SIGNALPOST_LOGIN_WAYS: ways, SIGNALPOST_SMTP_URL: smtp, SIGNALPOST_OIDC_ISSUER: issuer }) =>
      !Array.isArray(ways) ||
      ways.includes('link') ||
      (ways.includes('mail') && smtp !== undefined) ||
      (ways.includes('oidc') && issuer !== undefined),
    {
      path: ['SIGNALPOST_LOGIN_WAYS'],
      error: 'mail alone needs SIGNALPOST_SMTP_URL, and oidc alone SIGNALPOST_OIDC_ISSUER',
      when: () => true,
    },
  )
  .refine(
    ({ SIGNALPOST_OIDC_TRUST_EMAIL: isTrusted, SIGNALPOST_OIDC_ISSUER: issuer = '' }) =>
      !(
        isTrusted && /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)\b/.test(issuer)
      ),
    {
      path: ['SIGNALPOST_OIDC_TRUST_EMAIL'],
      error: 'with Microsoft Entra the issuer must name one tenant, because every tenant writes any address',
      when: () => true,
    },
  )
  .refine(
    ({ SIGNALPOST_SESSION_IDLE_MINUTES: idle, SIGNALPOST_SESSION_HOURS: total }) => !(idle > total * 60),
    {
      path: ['SIGNALPOST_SESSION_IDLE_MINUTES'],
      error: 'expected at most SIGNALPOST_SESSION_HOURS',
      when: () => true,
    },
  )
  .refine(
    ({ DATABASE_URL: databaseUrl, SIGNALPOST_HOST: host, SIGNALPOST_CONSOLE_URL: url }) =>
      url === undefined ||
      url.startsWith('https:') ||
      isLoopback(url) ||
      isLoopbackHost(host ?? (databaseUrl === undefined ? '127.0.0.1' : '0.0.0.0')),
    {
      path: ['SIGNALPOST_CONSOLE_URL'],
      error:
        'expected https, because SIGNALPOST_HOST lets other machines in: end TLS in a proxy, or set SIGNALPOST_HOST=127.0.0.1',
      when: () => true,
    },
  )

export type CommonConfig = z.infer<typeof commonConfigSchema>

function withIssuer(what: 'id' | 'secret'): string {
  return `with SIGNALPOST_OIDC_ISSUER it must be the ${what} that the provider gave the client`
}

/**
 * Whether the queue has a way of its own, so that a pooler in transaction mode may be in front of the database. In
 * PostgreSQL, the queue needs sessions.
 */
export function hasQueueApart({
  DATABASE_URL,
  REDIS_URL,
  SIGNALPOST_QUEUE_DATABASE_URL: queueUrl,
}: Pick<CommonConfig, 'DATABASE_URL' | 'REDIS_URL' | 'SIGNALPOST_QUEUE_DATABASE_URL'>): boolean {
  return REDIS_URL !== undefined || (queueUrl !== undefined && queueUrl !== DATABASE_URL)
}

/** Returns what warehouses reach that were created over HTTP: none lies in files unless a directory for them is named. */
export function warehouseBoundsOf({
  SIGNALPOST_WAREHOUSE_PRIVATE_ADDRESSES: allowedNetworks,
  SIGNALPOST_WAREHOUSE_DIR: directory,
}: Pick<CommonConfig, 'SIGNALPOST_WAREHOUSE_PRIVATE_ADDRESSES' | 'SIGNALPOST_WAREHOUSE_DIR'>): {
  allowedNetworks: Networks
  directory: string | undefined
} {
  return { allowedNetworks, directory }
}
