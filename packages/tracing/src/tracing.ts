import type { Tracer } from './tracer.ts'

/** The decisions that are available for traces that begin here; others follow their parent. */
export const samplers = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type TracingSettings = {
  /** The URL of the collector, to which `/v1/traces` is added. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  timeoutMs: number
  sampler: (typeof samplers)[number]
  /** The share of the traces that begin here, from 0 to 1; for `parentbased_traceidratio`. */
  samplerRatio: number
  resourceAttributes: Readonly<Record<string, string>>
}

/** What a collector did not take. */
export type ExportFailure = { spans: number; error: unknown }

export type TracedProcess = {
  /** The process: spans say `signalpost-<name>`. */
  name: string
  version: string
  /** Called at most once a minute, with what was lost since. */
  onFailure: (failure: ExportFailure) => void
}

export type Tracing = {
  tracer: Tracer
  /** Sends what is left, and gives up after a few seconds. */
  stop: () => Promise<void>
}
