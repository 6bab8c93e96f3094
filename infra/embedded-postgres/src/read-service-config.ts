import {
  type CommonConfig,
  commonConfigSchema,
  hasQueueApart,
  type LogLevel,
  type MasterKeys,
  readConfig,
  tracingOf,
} from '@signalpost/runtime'
import { resolveStores } from './resolve-stores.ts'

/** What all services take from the environment. */
export type ServiceConfig = {
  databaseUrl: string
  /** Whether a pooler in transaction mode may be in front of the database. */
  mayShareSessions?: boolean
  masterKeys: MasterKeys
  /** The cell of this installation. */
  cell: string
  host: string
  /** How long an idle connection is kept. */
  keepAliveMs: number
  logLevel: LogLevel
  /** Where spans go; undefined without a collector. */
  tracing?: ReturnType<typeof tracingOf>
  /** How long the process keeps serving after it was asked to stop. */
  drainMs: number
  metricsToken: string | undefined
}

/** Reads the environment of a service. Throws ConfigError, and StartError if no database server runs. */
export function readServiceConfig(env: Record<string, string | undefined>): {
  config: CommonConfig
  service: ServiceConfig
} {
  const config = readConfig(commonConfigSchema, env)
  const { databaseUrl, masterKeys, embedded } = resolveStores({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.SIGNALPOST_DATA_DIR,
    masterKeys: config.SIGNALPOST_MASTER_KEY,
  })
  const service = {
    databaseUrl,
    mayShareSessions: hasQueueApart(config),
    masterKeys,
    cell: config.SIGNALPOST_CELL,
    host: config.SIGNALPOST_HOST ?? (embedded ? '127.0.0.1' : '0.0.0.0'),
    keepAliveMs: config.SIGNALPOST_KEEP_ALIVE_SECONDS * 1_000,
    logLevel: config.SIGNALPOST_LOG_LEVEL,
    tracing: tracingOf(config),
    drainMs: config.SIGNALPOST_DRAIN_SECONDS * 1_000,
    metricsToken: config.SIGNALPOST_METRICS_TOKEN,
  }
  return { config, service }
}
