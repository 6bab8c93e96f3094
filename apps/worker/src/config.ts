import { resolveStores } from '@signalpost/embedded-postgres'
import { type QueueBackend, queueBackendOf } from '@signalpost/queues'
import { commonConfigSchema, readConfig } from '@signalpost/runtime'

export type WorkerConfig = {
  databaseUrl: string
  queueBackend: QueueBackend
  host: string
  port: number
  metricsToken: string | undefined
  maxAttempts: number
  ledgerDays: number
  dedupDays: number
}

export function readWorkerConfig(env: Record<string, string | undefined>): WorkerConfig {
  const config = readConfig(commonConfigSchema, env)
  const { databaseUrl, embedded } = resolveStores({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.SIGNALPOST_DATA_DIR,
    masterKey: config.SIGNALPOST_MASTER_KEY,
  })
  return {
    databaseUrl,
    queueBackend: queueBackendOf({ databaseUrl, redisUrl: config.REDIS_URL }),
    host: config.SIGNALPOST_HOST ?? (embedded ? '127.0.0.1' : '0.0.0.0'),
    port: config.SIGNALPOST_WORKER_PORT,
    metricsToken: config.SIGNALPOST_METRICS_TOKEN,
    maxAttempts: config.SIGNALPOST_MAX_ATTEMPTS,
    ledgerDays: config.SIGNALPOST_LEDGER_DAYS,
    dedupDays: config.SIGNALPOST_DEDUP_DAYS,
  }
}
