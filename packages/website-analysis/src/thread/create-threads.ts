import { Worker } from 'node:worker_threads'
import { TransientError } from '@signalpost/domain'

/** In megabytes. An analysis needs about 30; a page holds 2 MiB, a site 20 pages. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

type ThreadsOptions = {
  /** The file that a thread runs. */
  entry: URL
  /** Maximum number of threads. */
  most?: number
  /** Maximum number of callers that wait for a thread. */
  mostWaiting?: number
  /** How long to keep an idle thread. */
  idleMs?: number
}

export type Threads = {
  /**
   * Lends a thread to `work`. Throws TransientError when too many callers wait; ends the thread when `work` rejects.
   */
  run: <T>(signal: AbortSignal, work: (thread: Worker) => Promise<T>) => Promise<T>
  count: () => number
  close: () => Promise<void>
}

/** Creates threads without an environment, each for one piece of work at a time. */
export function createThreads({
  entry,
  most = 4,
  mostWaiting = 16,
  idleMs = 60_000,
}: ThreadsOptions): Threads {
  const threads = new Set<Worker>()
  const idle: { thread: Worker; timer: NodeJS.Timeout }[] = []
  let waiting: (() => void)[] = []
  let running = 0

  const open = (): Worker => {
    const thread = new Worker(entry, { env: {}, argv: [], execArgv: [], resourceLimits })
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
      throw new TransientError('Too many websites are being analysed.', { retryAfterMs: 30_000 })
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
