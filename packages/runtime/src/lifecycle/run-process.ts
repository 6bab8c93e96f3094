import { setTimeout as delay } from 'node:timers/promises'
import { type ExportFailure, startTracing, type Tracing, type TracingSettings } from '@signalpost/tracing'
import manifest from '../../../../package.json' with { type: 'json' }
import { ConfigError } from '../config/config-error.ts'
import type { LogLevel } from '../config/config-schemas.ts'
import { createMetricsRegistry } from '../create-metrics-registry.ts'
import { createLogger, type Logger } from '../logging/create-logger.ts'
import { logPrinted } from '../logging/log-printed.ts'
import { SharedRegistry } from '../supervision/family-metrics.ts'
import { findServingRole, outliveSupervisor, watchForStopMessage } from '../supervision/serving-process.ts'
import { type SharedPort, superviseServing } from '../supervision/supervise-serving.ts'
import { allowSlowConnects } from './allow-slow-connects.ts'
import { collectStartGarbage } from './collect-start-garbage.ts'
import type { ProcessContext, Running } from './running.ts'
import { sendHeartbeats } from './send-heartbeats.ts'
import { StartError } from './start-error.ts'
import { watchParent } from './watch-parent.ts'

/** npm and the terminal both pass on a Ctrl-C: a signal this soon after the first is the same one. */
const sameSignalMs = 200

type CommonSettings = {
  /** How long the process keeps serving after it is asked to stop, so that balancers notice in time. */
  drainMs?: number
  /** The least serious lines that it logs; `info` by default. */
  logLevel?: LogLevel
  /** Where spans go; undefined without a collector. */
  tracing?: TracingSettings | undefined
  /** For several processes that serve one port; undefined for one. */
  sharedPort?: SharedPort | undefined
}

type Options<Config extends CommonSettings> = {
  name: string
  /** Reads the environment; throws ConfigError. */
  configure: () => Config | Promise<Config>
  /** Opens everything; throws StartError for a fault that a person must fix. */
  start: (config: Config, context: ProcessContext) => Promise<Running>
  /** How long stopping may take after the drain. */
  stopTimeoutMs?: number
}

type Life = {
  logger: Logger
  starting: Promise<Running>
  /** 0 until the process has started, since no one depends on it before. */
  drainMs: number
  stopTimeoutMs: number
  draining: AbortController
  cutOff: Set<string>
}

type Started = Running & Pick<Life, 'drainMs' | 'stopTimeoutMs'>

/** The processes that one supervises have ended by then; the rest ends with it. */
const supervisorReserveMs = 1_000

/**
 * Runs a process from its environment to its exit code: 0 stopped as asked (by SIGTERM, SIGINT, the parent's death or a
 * closed IPC channel), 1 failed or interrupted work to stop, 2 wrong configuration. After the drain, stopping takes 30
 * s at most; a second signal exits at once. Sends the parent `{ type: 'ready', port }` over IPC, then heartbeats.
 * With a `sharedPort`, this process runs the others that serve it, and passes a stop on to them.
 */
export async function runProcess<Config extends CommonSettings>({
  name,
  configure,
  start,
  stopTimeoutMs = 30_000,
}: Options<Config>): Promise<void> {
  const logger = createLogger({ name })
  logPrinted(logger)
  const fail = (error: unknown): never => {
    logger.fatal({ err: error }, 'process.failed')
    return process.exit(1)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  allowSlowConnects()

  const draining = new AbortController()
  const cutOff = new Set<string>()
  const starting = startProcess(
    { name, configure, start, stopTimeoutMs },
    { logger, draining: draining.signal, onCutOff: (part) => cutOff.add(part) },
  )
  const life = { logger, starting, drainMs: 0, stopTimeoutMs, draining, cutOff }
  stopWhenAsked(life)
  const { port, started, ...times } = await starting
  life.stopTimeoutMs = times.stopTimeoutMs
  if (started !== undefined) {
    logger.info({ port }, 'process.listening')
    if (!(await refuseInOneLine(() => started))) return
  }
  life.drainMs = times.drainMs
  logger.info({ port }, 'process.started')
  process.send?.({ type: 'ready', port }, undefined, undefined, (error) => {
    if (error !== null) logger.warn({ err: error }, 'process.parent-unreachable')
  })
  sendHeartbeats()
  collectStartGarbage()
}

async function startProcess<Config extends CommonSettings>(
  { name, configure, start, stopTimeoutMs }: Options<Config> & { stopTimeoutMs: number },
  context: Pick<ProcessContext, 'logger' | 'draining' | 'onCutOff'>,
): Promise<Started> {
  return refuseInOneLine(async () => {
    const config = await configure()
    const { drainMs = 0, sharedPort } = config
    context.logger.level = config.logLevel ?? 'info'
    const role = findServingRole()
    if (sharedPort !== undefined && role === undefined) {
      const running = await superviseServing(sharedPort, {
        ...context,
        registry: createMetricsRegistry(name),
      })
      // The drain is theirs.
      return { ...running, drainMs: 0, stopTimeoutMs: drainMs + stopTimeoutMs + supervisorReserveMs }
    }
    const tracing = config.tracing && (await openTracing(config.tracing, name, context.logger))
    const registry = createMetricsRegistry(name, role && new SharedRegistry(process))
    const running = await start(config, {
      ...{ ...context, registry, tracer: tracing?.tracer },
      joinsOthers: role === 'joins',
    })
    return {
      ...{ ...running, drainMs, stopTimeoutMs },
      stop: async () => {
        await running.stop()
        await tracing?.stop()
      },
    }
  })
}

function openTracing(settings: TracingSettings, name: string, logger: Logger): Promise<Tracing> {
  const onFailure = ({ spans, error }: ExportFailure): void => {
    logger.warn({ spans, err: error }, 'traces.not-exported')
  }
  return startTracing(settings, { name, version: manifest.version, onFailure })
}

/** Ends the process with only the error's own lines, if a person must fix the cause. */
async function refuseInOneLine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
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

function stopWhenAsked(life: Life): void {
  let stopping: Promise<void> | undefined
  let firstSignalMs: number | undefined
  const stop = (reason: string): void => {
    stopping ??= stopProcess(life, reason)
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    const nowMs = performance.now()
    firstSignalMs ??= nowMs
    if (stopping !== undefined && nowMs - firstSignalMs > sameSignalMs) process.exit(1)
    stop(signal)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  if (findServingRole() !== undefined) {
    outliveSupervisor()
    watchForStopMessage(() => stop('the supervising process was asked to'))
    // No one can reach a port whose supervising process is gone.
    process.on('disconnect', () => {
      life.drainMs = 0
    })
  }
  process.on('disconnect', () => stop('the parent closed the channel'))
  watchParent(() => stop('the parent died'))
}

async function stopProcess(life: Life, reason: string): Promise<void> {
  const { logger, starting, drainMs, stopTimeoutMs, draining, cutOff } = life
  const startedMs = performance.now()
  draining.abort()
  if (drainMs > 0) {
    logger.info({ reason, drainMs }, 'process.draining')
    await delay(drainMs)
  }
  setTimeout(() => {
    logger.error({ reason, timeoutMs: stopTimeoutMs, cutOff: [...cutOff] }, 'process.stop-timed-out')
    process.exit(1)
  }, stopTimeoutMs)
  const running = await starting
  await running.stop()
  const durationMs = Math.round(performance.now() - startedMs)
  if (cutOff.size > 0) logger.error({ reason, durationMs, cutOff: [...cutOff] }, 'process.cut-off')
  else logger.info({ reason, durationMs }, 'process.stopped')
  process.exit(cutOff.size > 0 ? 1 : 0)
}
