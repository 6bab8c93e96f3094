import { resolveStores } from '@signalpost/embedded-postgres'
import { commonConfigSchema, type Networks, readConfig } from '@signalpost/runtime'

export type ApiConfig = {
  databaseUrl: string
  masterKey: Buffer
  host: string
  port: number
  /** How the outside reaches this process, where it is told. */
  publicUrl: string | undefined
  trustedProxies: Networks
  metricsToken: string | undefined
  ratePerMinute: number
}

export function readApiConfig(env: Record<string, string | undefined>): ApiConfig {
  const config = readConfig(commonConfigSchema, env)
  const { databaseUrl, masterKey, embedded } = resolveStores({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.SIGNALPOST_DATA_DIR,
    masterKey: config.SIGNALPOST_MASTER_KEY,
  })
  return {
    databaseUrl,
    masterKey,
    host: config.SIGNALPOST_HOST ?? (embedded ? '127.0.0.1' : '0.0.0.0'),
    port: config.SIGNALPOST_API_PORT,
    publicUrl: config.SIGNALPOST_PUBLIC_URL,
    trustedProxies: config.SIGNALPOST_TRUSTED_PROXIES,
    metricsToken: config.SIGNALPOST_METRICS_TOKEN,
    ratePerMinute: config.SIGNALPOST_RATE_PER_MINUTE,
  }
}
