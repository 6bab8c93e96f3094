import type { CommonConfig } from './common-config.ts'
import { outgoingProxyOf } from './proxy/outgoing-proxy-config.ts'

type LanguageModelConfig = {
  url: string
  key: string
  model: string | undefined
  dailyCalls: number
  proxy?: ReturnType<typeof outgoingProxyOf>
}

/** Returns the language model of the environment; undefined unless its address and key are given. */
export function languageModelOf(
  config: Pick<
    CommonConfig,
    | 'SIGNALPOST_LLM_URL'
    | 'SIGNALPOST_LLM_KEY'
    | 'SIGNALPOST_LLM_MODEL'
    | 'SIGNALPOST_LLM_DAILY_CALLS'
    | 'SIGNALPOST_OUTGOING_PROXY'
    | 'SIGNALPOST_OUTGOING_PROXY_EXCEPT'
  >,
): LanguageModelConfig | undefined {
  const { SIGNALPOST_LLM_URL: url, SIGNALPOST_LLM_KEY: key, SIGNALPOST_LLM_MODEL: model } = config
  if (url === undefined || key === undefined) return undefined
  const dailyCalls = config.SIGNALPOST_LLM_DAILY_CALLS
  return { url, key, model, dailyCalls, proxy: outgoingProxyOf(config) }
}
