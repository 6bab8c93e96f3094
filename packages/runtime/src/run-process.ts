import type { Registry } from 'prom-client'
import { ConfigError } from './config-error.ts'
import { createLogger, type Logger } from './create-logger.ts'
import { createMetricsRegistry } from './create-metrics-registry.ts'
import { StartError } from './start-error.ts'
import { watchParent } from './watch-parent.ts'

const stopTimeoutMs = 30_000
/** npm and the terminal both pass a Ctrl-C on: what comes this soon after the first signal is the same one. */
const sameSignalMs = 200

export type Running = { port?: number; stop: () => Promise<void> }

type Options<Config> = {
  name: string
  /** Reads the environment; throws ConfigError. */
  configure: () => Config | Promise<Config>
  /** Opens everything; throws StartError for what a person must put right. */
  start: (config: Config, context: { logger: Logger; registry: Registry }) => Promise<Running>
}

/**
 * The life of a process, from its environment to its exit code: 0 stopped as asked (SIGTERM, SIGINT, the parent's
 * death or its closing the IPC channel), 1 failed, 2 wrong configuration. Stopping takes 30 s at most; a second
 * signal ends it at once. Tells the parent `{ type: 'ready', port }` over IPC.
 */
export async function runProcess<Config>({ name, configure, start }: Options<Config>): Promise<void> {
  const logger = createLogger({ name })
  const fail = (error: unknown): never => {
    logger.fatal({ err: error }, 'process.failed')
    return process.exit(1)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)

  const starting = startProcess({ name, configure, start, logger })
  stopWhenAsked(starting, logger)
  const { port } = await starting
  logger.info({ port }, 'process.started')
  process.send?.({ type: 'ready', port }, undefined, undefined, (error) => {
    if (error !== null) logger.warn({ err: error }, 'process.parent-unreachable')
  })
}

async function startProcess<Config>({
  name,
  configure,
  start,
  logger,
}: Options<Config> & { logger: Logger }): Promise<Running> {
  try {
    const config = await configure()
    return await start(config, { logger, registry: createMetricsRegistry(name) })
  } catch (error) {
    if (error instanceof ConfigError) return exitWithLines(error.lines, 2)
    if (error instanceof StartError) return exitWithLines([error.message], 1)
    throw error
  }
}

function exitWithLines(lines: string[], exitCode: number): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  return process.exit(exitCode)
}

function stopWhenAsked(starting: Promise<Running>, logger: Logger): void {
  let stopping: Promise<void> | undefined
  let firstSignalMs: number | undefined
  const stop = (reason: string): void => {
    stopping ??= stopProcess(starting, reason, logger)
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    const nowMs = performance.now()
    firstSignalMs ??= nowMs
    if (stopping !== undefined && nowMs - firstSignalMs > sameSignalMs) process.exit(1)
    stop(signal)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  process.on('disconnect', () => stop('the parent closed the channel'))
  watchParent(() => stop('the parent died'))
}

async function stopProcess(starting: Promise<Running>, reason: string, logger: Logger): Promise<void> {
  const startedMs = performance.now()
  setTimeout(() => {
    logger.error({ reason, timeoutMs: stopTimeoutMs }, 'process.stop-timed-out')
    process.exit(0)
  }, stopTimeoutMs)
  const running = await starting
  await running.stop()
  logger.info({ reason, durationMs: Math.round(performance.now() - startedMs) }, 'process.stopped')
  process.exit(0)
}
