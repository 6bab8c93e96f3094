import type { CommonConfig } from './common-config.ts'
import { outgoingProxyOf } from './proxy/outgoing-proxy-config.ts'

type ProxyVariables = 'SIGNALPOST_OUTGOING_PROXY' | 'SIGNALPOST_OUTGOING_PROXY_EXCEPT'

type Proxy = ReturnType<typeof outgoingProxyOf>

type LanguageModelConfig = {
  url: string
  key: string
  model: string | undefined
  dailyCalls: number
  proxy: Proxy
}

type RerankerConfig = {
  url: string
  key: string | undefined
  model: string | undefined
  /** The score from which on a post passes. */
  bar: number
  dailyCalls: number
  proxy: Proxy
}

/** Returns the models that refine the judgement of what listeners find. */
export function modelsOf(config: CommonConfig) {
  return { languageModel: languageModelOf(config), reranker: rerankerOf(config) }
}

/** Returns the language model of the environment; undefined unless its address and key are given. */
export function languageModelOf(
  config: Pick<
    CommonConfig,
    | 'SIGNALPOST_LLM_URL'
    | 'SIGNALPOST_LLM_KEY'
    | 'SIGNALPOST_LLM_MODEL'
    | 'SIGNALPOST_LLM_DAILY_CALLS'
    | ProxyVariables
  >,
): LanguageModelConfig | undefined {
  const { SIGNALPOST_LLM_URL: url, SIGNALPOST_LLM_KEY: key, SIGNALPOST_LLM_MODEL: model } = config
  if (url === undefined || key === undefined) return undefined
  return { url, key, model, dailyCalls: config.SIGNALPOST_LLM_DAILY_CALLS, proxy: outgoingProxyOf(config) }
}

/** Returns the rerank model of the environment; undefined unless its address is given. It may need no key. */
function rerankerOf(
  config: Pick<
    CommonConfig,
    | 'SIGNALPOST_RERANK_URL'
    | 'SIGNALPOST_RERANK_API_KEY'
    | 'SIGNALPOST_RERANK_MODEL'
    | 'SIGNALPOST_RERANK_BAR'
    | 'SIGNALPOST_RERANK_DAILY_CALLS'
    | ProxyVariables
  >,
): RerankerConfig | undefined {
  const { SIGNALPOST_RERANK_URL: url, SIGNALPOST_RERANK_BAR: bar } = config
  if (url === undefined) return undefined
  return {
    ...{ url, bar, key: config.SIGNALPOST_RERANK_API_KEY, model: config.SIGNALPOST_RERANK_MODEL },
    dailyCalls: config.SIGNALPOST_RERANK_DAILY_CALLS,
    proxy: outgoingProxyOf(config),
  }
}
