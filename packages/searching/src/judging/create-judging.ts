import type { Worker } from 'node:worker_threads'
import { secondMs } from '@signalpost/domain'
import { createThreads, isOutOfMemory } from '@signalpost/runtime'
import type { TaskName, Work } from './serve-tasks.ts'
import type { Post, Tasks } from './tasks.ts'

/** What came of a page, and why posts were left out, by their places. */
type Judged<Name extends TaskName> = {
  result: ReturnType<Tasks[Name]>
  skipped: ReadonlyMap<number, string>
}

export type Judging = {
  /** Has a thread do a task with a page of posts. A post at which the thread takes too long is left out. */
  run: <Name extends TaskName>(task: Name, input: Parameters<Tasks[Name]>[0]) => Promise<Judged<Name>>
  /** The number of threads. */
  threads: () => number
  close: () => Promise<void>
}

/** A post takes well below a millisecond. */
const postDeadlineMs = 2 * secondMs
const looksPerDeadline = 10
/** A page with so many is an attack: the rest of it is left out too. */
const mostSlow = 20
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }

/** A thread was ended at a post. */
class StuckError extends Error {
  override name = 'StuckError'
  readonly at: number
  readonly reason: string
  constructor(at: number, reason: string) {
    super(`A thread was ended at a post: ${reason}`)
    this.at = at
    this.reason = reason
  }
}

/** Judges posts in threads, so that no text can block the process. */
export function createJudging({
  deadlineMs = postDeadlineMs,
  entry = new URL('./judge-thread.ts', import.meta.url),
}: {
  deadlineMs?: number /** The file that threads run. */
  entry?: URL
} = {}): Judging {
  const threads = createThreads({ entry, resourceLimits, busy: 'Too many posts are being judged.' })
  // Never aborted: a page takes at most as long as its slow posts may.
  const { signal } = new AbortController()
  return {
    run: async (task, input) => {
      const skipped = new Map<number, string>()
      for (;;) {
        const progress = new Int32Array(new SharedArrayBuffer(4))
        const work = { task, input, skipped: new Set(skipped.keys()), progress }
        try {
          return { result: await threads.run(signal, (thread) => doWork(thread, work, deadlineMs)), skipped }
        } catch (error) {
          if (!(error instanceof StuckError)) throw error
          skipped.set(error.at, error.reason)
          if (skipped.size >= mostSlow) skipRest(skipped, input.posts)
        }
      }
    },
    threads: threads.count,
    close: threads.close,
  }
}

/** The one pool of the process. It opens threads when they are needed, and idle ones do not keep the process alive. */
export const processJudging = createJudging()

/** Rejects with a StuckError when the thread is late or out of memory at a post. */
async function doWork<Name extends TaskName>(
  thread: Worker,
  work: Work<Name>,
  deadlineMs: number,
): Promise<ReturnType<Tasks[Name]>> {
  const { promise, resolve, reject } = Promise.withResolvers<ReturnType<Tasks[Name]>>()
  const placeOf = (): number => Atomics.load(work.progress, 0) - 1
  let last = placeOf()
  let looks = 0
  // Looks are counted, not time: while the whole process stands still, no post is late.
  const looking = setInterval(() => {
    const place = placeOf()
    looks = place === last && place >= 0 ? looks + 1 : 0
    last = place
    if (looks >= looksPerDeadline) {
      reject(new StuckError(place, `judging it takes longer than ${deadlineMs / secondMs} s`))
    }
  }, deadlineMs / looksPerDeadline)
  const fail = (error: Error): void => {
    const place = placeOf()
    const isStuck = isOutOfMemory(error) && place >= 0
    reject(isStuck ? new StuckError(place, 'judging it takes too much memory') : error)
  }
  const exit = (): void => reject(new Error('The thread of the judge ended.'))
  thread.on('message', resolve).on('error', fail).on('exit', exit)
  thread.postMessage(work)
  try {
    return await promise
  } finally {
    clearInterval(looking)
    thread.off('message', resolve).off('error', fail).off('exit', exit)
  }
}

function skipRest(skipped: Map<number, string>, posts: readonly Post[]): void {
  for (const at of posts.keys()) {
    if (!skipped.has(at)) skipped.set(at, `${mostSlow} posts of its page take too long to judge`)
  }
}
