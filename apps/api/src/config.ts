import { resolveStores } from '@signalpost/embedded-postgres'
import { commonConfigSchema, type MasterKeys, type Networks, readConfig } from '@signalpost/runtime'

export type ApiConfig = {
  databaseUrl: string
  masterKeys: MasterKeys
  host: string
  port: number
  /** How long an idle connection is kept. */
  keepAliveMs: number
  /** How long the process keeps serving after it was asked to stop. */
  drainMs: number
  /** The address of this process for the outside, if configured. */
  publicUrl: string | undefined
  trustedProxies: Networks
  metricsToken: string | undefined
  ratePerMinute: number
  /** How long the ledger keeps deliveries. */
  ledgerDays: number
  /** Private networks whose websites may be crawled. */
  crawlNetworks: Networks
  /** The language model that refines plans, if configured. */
  languageModel: LanguageModelConfig | undefined
}

type LanguageModelConfig = { url: string; key: string; model: string | undefined }

export function readApiConfig(env: Record<string, string | undefined>): ApiConfig {
  const config = readConfig(commonConfigSchema, env)
  const { SIGNALPOST_LLM_URL: url, SIGNALPOST_LLM_KEY: key, SIGNALPOST_LLM_MODEL: model } = config
  const { databaseUrl, masterKeys, embedded } = resolveStores({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.SIGNALPOST_DATA_DIR,
    masterKeys: config.SIGNALPOST_MASTER_KEY,
  })
  return {
    databaseUrl,
    masterKeys,
    host: config.SIGNALPOST_HOST ?? (embedded ? '127.0.0.1' : '0.0.0.0'),
    port: config.SIGNALPOST_API_PORT,
    keepAliveMs: config.SIGNALPOST_KEEP_ALIVE_SECONDS * 1_000,
    drainMs: config.SIGNALPOST_DRAIN_SECONDS * 1_000,
    publicUrl: config.SIGNALPOST_PUBLIC_URL,
    trustedProxies: config.SIGNALPOST_TRUSTED_PROXIES,
    metricsToken: config.SIGNALPOST_METRICS_TOKEN,
    ratePerMinute: config.SIGNALPOST_RATE_PER_MINUTE,
    ledgerDays: config.SIGNALPOST_LEDGER_DAYS,
    crawlNetworks: config.SIGNALPOST_CRAWL_PRIVATE_ADDRESSES,
    languageModel: url === undefined || key === undefined ? undefined : { url, key, model },
  }
}
