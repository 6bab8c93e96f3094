import { isAbsolute, join, resolve } from 'node:path'
import { type LoginWay, type SessionTimes, sessionTimesOf } from '@signalpost/authorization'
import {
  backupMarkerOf,
  type ChannelApiUrls,
  type CommonConfig,
  channelApiUrls,
  commonConfigSchema,
  hasQueueApart,
  type MasterKeys,
  modelsOf,
  type Networks,
  outgoingProxyOf,
  readConfig,
  type WorkspaceLimits,
  warehouseBoundsOf,
  workspaceLimitsOf,
} from '@signalpost/runtime'
import { projectRoot } from './project-root.ts'

export type Environment = Record<string, string | undefined>

export type CliConfig = {
  databaseUrl: string | undefined
  /** Whether a pooler in transaction mode may be in front of the database. */
  mayShareSessions: boolean
  redisUrl: string | undefined
  /** A way to PostgreSQL for the queue, and past a pooler for migrations. */
  queueDatabaseUrl: string | undefined
  masterKeys: MasterKeys | undefined
  /** The cell of this installation. */
  cell: string
  /** Absolute. */
  dataDir: string
  /** The file whose modification time is that of the last backup. */
  backupMarker: string | undefined
  /** Undefined for the embedded database. */
  isEmbedded: boolean
  host: string
  /** How long each process continues to serve after it is asked to stop. */
  drainMs: number
  intakePort: ServicePort
  apiPort: ServicePort
  workerPort: ServicePort
  consolePort: ServicePort
  searcherPort: ServicePort
  /** The public URLs of the intake, the API and the console, if they differ from their own addresses. */
  intakeUrl: string | undefined
  publicUrl: string | undefined
  consoleUrl: string | undefined
  maxBodyBytes: number
  /** How long the ledger keeps deliveries. */
  ledgerDays: number
  apiUrls: ChannelApiUrls
  smtp: { url: string; from: string } | undefined
  /** The ways to log in to the console that are open. */
  loginWays: readonly LoginWay[]
  sessionTimes: SessionTimes
  /** Private addresses that channels may connect to. */
  allowedNetworks: Networks
  /** Private networks whose websites may be crawled. */
  crawlNetworks: Networks
  /** The proxy through which everything leaves the network. */
  outgoingProxy: ReturnType<typeof outgoingProxyOf>
  /** What warehouses reach that were created over HTTP. */
  warehouseBounds: ReturnType<typeof warehouseBoundsOf>
  /** The models that are asked about finds, if configured. */
  models: ReturnType<typeof modelsOf>
  /** What a workspace may have. */
  workspaceLimits: WorkspaceLimits
  /** The whole environment, for the processes that the CLI starts or becomes. */
  environment: Environment
}

/** `isChosen` if the environment names the port. Port 0 is any free one, which only its process knows. */
export type ServicePort = { port: number; isChosen: boolean }

/** Throws ConfigError. The default data directory is the project's, whatever the current directory is. */
export function readCliConfig(env: Environment): CliConfig {
  const common = readConfig(commonConfigSchema, env)
  const isEmbedded = common.DATABASE_URL === undefined
  const dataDir = env.SIGNALPOST_DATA_DIR ? resolve(common.SIGNALPOST_DATA_DIR) : inProject(common)
  return {
    databaseUrl: common.DATABASE_URL,
    mayShareSessions: hasQueueApart(common),
    redisUrl: common.REDIS_URL,
    queueDatabaseUrl: common.SIGNALPOST_QUEUE_DATABASE_URL,
    masterKeys: common.SIGNALPOST_MASTER_KEY,
    cell: common.SIGNALPOST_CELL,
    dataDir,
    backupMarker: backupMarkerOf({ ...common, SIGNALPOST_DATA_DIR: dataDir }),
    isEmbedded,
    host: common.SIGNALPOST_HOST ?? (isEmbedded ? '127.0.0.1' : '0.0.0.0'),
    drainMs: common.SIGNALPOST_DRAIN_SECONDS * 1_000,
    intakePort: { port: common.SIGNALPOST_INTAKE_PORT, isChosen: Boolean(env.SIGNALPOST_INTAKE_PORT) },
    apiPort: { port: common.SIGNALPOST_API_PORT, isChosen: Boolean(env.SIGNALPOST_API_PORT) },
    workerPort: { port: common.SIGNALPOST_WORKER_PORT, isChosen: Boolean(env.SIGNALPOST_WORKER_PORT) },
    consolePort: { port: common.SIGNALPOST_CONSOLE_PORT, isChosen: Boolean(env.SIGNALPOST_CONSOLE_PORT) },
    searcherPort: { port: common.SIGNALPOST_SEARCHER_PORT, isChosen: Boolean(env.SIGNALPOST_SEARCHER_PORT) },
    intakeUrl: common.SIGNALPOST_INTAKE_URL,
    publicUrl: common.SIGNALPOST_PUBLIC_URL,
    consoleUrl: common.SIGNALPOST_CONSOLE_URL,
    maxBodyBytes: common.SIGNALPOST_MAX_BODY_BYTES,
    ledgerDays: common.SIGNALPOST_LEDGER_DAYS,
    apiUrls: channelApiUrls(common),
    smtp: findSmtp(common),
    loginWays: common.SIGNALPOST_LOGIN_WAYS,
    sessionTimes: sessionTimesOf(common),
    allowedNetworks: common.SIGNALPOST_ALLOW_PRIVATE_ADDRESSES,
    crawlNetworks: common.SIGNALPOST_CRAWL_PRIVATE_ADDRESSES,
    outgoingProxy: outgoingProxyOf(common),
    warehouseBounds: warehouseBoundsOf(common),
    models: modelsOf(common),
    workspaceLimits: workspaceLimitsOf(common),
    environment: { ...env, SIGNALPOST_DATA_DIR: dataDir },
  }
}

function inProject({ SIGNALPOST_DATA_DIR: path }: CommonConfig): string {
  return isAbsolute(path) ? path : join(projectRoot, path)
}

function findSmtp({ SIGNALPOST_SMTP_URL: url, SIGNALPOST_MAIL_FROM: from }: CommonConfig): CliConfig['smtp'] {
  return url === undefined || from === undefined ? undefined : { url, from }
}
