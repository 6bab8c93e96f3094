import cluster, { type Worker } from 'node:cluster'
import { pause } from '../lifecycle/pause.ts'
import type { Logger } from '../logging/create-logger.ts'
import { isMessage } from './ask-over-channel.ts'
import { createBackoff } from './backoff.ts'
import { type ServingRole, stopMessage } from './serving-process.ts'
import { watchHeartbeats } from './watch-heartbeats.ts'

/** How a serving process ended. */
export type ServingEnd = { code: number | null; reason: string; wasReady: boolean }

export type ServingPlace = {
  /** Resolves once a process has the port open. */
  open: Promise<void>
  /** Resolves once a process is ready for the first time. */
  ready: Promise<void>
  /** Ends its process permanently. Resolves once it has ended, with whether it finished its work. */
  stop: () => Promise<boolean>
  kill: () => void
}

type Options = {
  logger: Logger
  /** The environment that each process gets besides that of this one. */
  env: Record<string, string>
  /** Returns how the next process comes to the port. */
  nextRole: () => ServingRole
  onFork: (child: Worker) => void
  onOpen: (child: Worker) => void
  onReady: (child: Worker) => void
  /** Called when a process has ended that was not asked to. Returns whether to replace it. */
  onEnd: (child: Worker, end: ServingEnd) => boolean
  /** Called when a process has ended that was. */
  onGone: (child: Worker) => void
}

/** Keeps one process serving the port: forks it, and after a growing pause another one whenever it ends unasked. */
export function keepServing(options: Options): ServingPlace {
  const { logger } = options
  const open = Promise.withResolvers<void>()
  const ready = Promise.withResolvers<void>()
  const stopping = new AbortController()
  const backoff = createBackoff()
  let child: Worker | undefined
  let isReady = false

  const launch = (): Worker => {
    cluster.setupPrimary({ args: [options.nextRole()] })
    const forked = cluster.fork(options.env)
    const { pid } = forked.process
    isReady = false
    options.onFork(forked)
    forked.on('listening', () => {
      options.onOpen(forked)
      open.resolve()
    })
    forked.on('message', (message: unknown) => {
      if (!isMessage(message, 'ready')) return
      isReady = true
      options.onReady(forked)
      ready.resolve()
    })
    // Its channel may break a moment before it is known to have ended.
    forked.on('error', (error) => logger.warn({ pid, err: error }, 'process.unreachable'))
    watchHeartbeats(forked.process, { onSilent: () => logger.error({ pid }, 'process.silent') })
    return forked
  }

  /** Resolves when it ends permanently, with whether the last process finished its work. */
  const keep = async (): Promise<boolean> => {
    while (!stopping.signal.aborted) {
      const startedMs = performance.now()
      child = launch()
      const { pid } = child.process
      const { code, reason } = await endOf(child)
      if (stopping.signal.aborted) {
        options.onGone(child)
        // A process that is still loading has no handler for the signal, and no work.
        return code === 0 || (!isReady && reason === 'SIGTERM')
      }
      const livedMs = performance.now() - startedMs
      if (!options.onEnd(child, { code, reason, wasReady: isReady })) return true
      const pauseMs = backoff.nextDelayMs(livedMs)
      logger.warn({ ended: pid, reason, livedMs: Math.round(livedMs), pauseMs }, 'process.replaced')
      await pause(pauseMs, stopping.signal)
    }
    return true
  }

  const gone = keep()
  return {
    open: open.promise,
    ready: ready.promise,
    stop: () => {
      stopping.abort()
      child?.send(stopMessage, () => undefined)
      // One that is still loading does not read messages yet.
      if (!isReady) child?.process.kill('SIGTERM')
      return gone
    },
    kill: () => {
      stopping.abort()
      child?.process.kill('SIGKILL')
    },
  }
}

function endOf(child: Worker): Promise<{ code: number | null; reason: string }> {
  return new Promise((resolve) => {
    child.once('exit', (code: number | null, signal: string | null) =>
      resolve({ code, reason: signal || `exit code ${code}` }),
    )
  })
}
