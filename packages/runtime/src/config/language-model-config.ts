import type { CommonConfig } from './common-config.ts'

type LanguageModelConfig = { url: string; key: string; model: string | undefined; dailyCalls: number }

/** Returns the language model of the environment; undefined unless its address and key are given. */
export function languageModelOf(
  config: Pick<
    CommonConfig,
    'SIGNALPOST_LLM_URL' | 'SIGNALPOST_LLM_KEY' | 'SIGNALPOST_LLM_MODEL' | 'SIGNALPOST_LLM_DAILY_CALLS'
  >,
): LanguageModelConfig | undefined {
  const { SIGNALPOST_LLM_URL: url, SIGNALPOST_LLM_KEY: key, SIGNALPOST_LLM_MODEL: model } = config
  if (url === undefined || key === undefined) return undefined
  return { url, key, model, dailyCalls: config.SIGNALPOST_LLM_DAILY_CALLS }
}
