import { type ResourceLimits, Worker } from 'node:worker_threads'
import { TransientError } from '@signalpost/domain'

type ThreadsOptions = {
  /** The file that a thread runs. */
  entry: URL
  /** In megabytes. A thread that needs more ends with the error `ERR_WORKER_OUT_OF_MEMORY`. */
  resourceLimits: Required<Pick<ResourceLimits, 'maxOldGenerationSizeMb' | 'maxYoungGenerationSizeMb'>>
  /** The message of the error when too many callers wait. */
  busy: string
  /** Maximum number of threads. */
  most?: number
  /** Maximum number of callers that wait for a thread. */
  mostWaiting?: number
  /** How long to keep an idle thread. */
  idleMs?: number
}

const stackSizeMb = 4

export type Threads = {
  /**
   * Lends a thread to `work`. Throws TransientError when too many callers wait; ends the thread when `work` rejects.
   */
  run: <T>(signal: AbortSignal, work: (thread: Worker) => Promise<T>) => Promise<T>
  count: () => number
  close: () => Promise<void>
}

/** Says whether an error ended a thread that needed more memory than it may. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/**
 * Creates threads without an environment, each for one piece of work at a time. What strangers wrote is read there: whatever
 * it causes, the thread can be ended, and no one else waits for it.
 */
export function createThreads({
  entry,
  resourceLimits,
  busy,
  most = 4,
  mostWaiting = 16,
  idleMs = 60_000,
}: ThreadsOptions): Threads {
  const threads = new Set<Worker>()
  const idle: { thread: Worker; timer: NodeJS.Timeout }[] = []
  let waiting: (() => void)[] = []
  let running = 0

  const open = (): Worker => {
    const thread = new Worker(entry, {
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: { ...resourceLimits, stackSizeMb },
    })
    threads.add(thread)
    // An error ends the thread; the interrupted work reports it.
    thread.on('error', () => undefined)
    thread.on('exit', () => {
      threads.delete(thread)
      const at = idle.findIndex((one) => one.thread === thread)
      if (at !== -1) clearTimeout(idle.splice(at, 1)[0]?.timer)
    })
    return thread
  }
  const takeThread = (): Worker => {
    const kept = idle.pop()
    if (kept === undefined) return open()
    clearTimeout(kept.timer)
    kept.thread.ref()
    return kept.thread
  }
  const keep = (thread: Worker): void => {
    thread.unref()
    idle.push({ thread, timer: setTimeout(() => void thread.terminate(), idleMs).unref() })
  }
  const begin = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    if (running < most) {
      running += 1
      return
    }
    if (waiting.length >= mostWaiting) {
      throw new TransientError(busy, { retryAfterMs: 30_000 })
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = (): void => {
      waiting = waiting.filter((one) => one !== resolve)
      reject(signal.reason as Error)
    }
    waiting.push(resolve)
    signal.addEventListener('abort', giveUp, { once: true })
    await promise.finally(() => signal.removeEventListener('abort', giveUp))
  }
  const end = (): void => {
    const next = waiting.shift()
    // Passes the place to the next in line without freeing it.
    if (next !== undefined) next()
    else running -= 1
  }

  return {
    run: async (signal, work) => {
      await begin(signal)
      try {
        signal.throwIfAborted()
        const thread = takeThread()
        try {
          const result = await work(thread)
          keep(thread)
          return result
        } catch (error) {
          await thread.terminate()
          throw error
        }
      } finally {
        end()
      }
    },
    count: () => threads.size,
    close: async () => {
      await Promise.all([...threads].map((thread) => thread.terminate()))
    },
  }
}
