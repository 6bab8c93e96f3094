import type { Tracer } from '@signalpost/tracing'
import type { Registry } from 'prom-client'
import type { Logger } from '../logging/create-logger.ts'

/** What a process has started. */
export type Running = {
  port?: number
  /**
   * For a process whose port opens before the work can start: resolves with true once it started, false if it was
   * stopped first.
   */
  started?: Promise<boolean>
  stop: () => Promise<void>
}

export type ProcessContext = {
  logger: Logger
  registry: Registry
  /** Undefined without a collector. */
  tracer?: Tracer | undefined
  /** Aborted when the process is asked to stop. It keeps serving for `drainMs`; then `stop` is called. */
  draining?: AbortSignal
  /** Whether other processes serve its port already. It then opens the port only once it has started. */
  joinsOthers?: boolean
  /** Records that the stop interrupted this part's work. */
  onCutOff?: (part: string) => void
}
