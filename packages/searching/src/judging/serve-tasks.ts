import { parentPort } from 'node:worker_threads'
import type { Tasks } from './tasks.ts'

export type TaskName = keyof Tasks

/** One page of posts for a thread. */
export type Work<Name extends TaskName = TaskName> = {
  task: Name
  input: Parameters<Tasks[Name]>[0]
  /** Posts that are left out, by their places. */
  skipped: ReadonlySet<number>
  /** Shared: one more than the place of the post that is being read. */
  progress: Int32Array<SharedArrayBuffer>
}

/** Does the tasks that the parent of this thread sends. A bug ends the thread instead. */
export function serveTasks(tasks: Tasks): void {
  if (parentPort === null) throw new Error('This file runs in a worker thread.')
  const parent = parentPort
  parent.on('message', ({ task, input, skipped, progress }: Work) => {
    const begin = (at: number): boolean => {
      Atomics.store(progress, 0, at + 1)
      return !skipped.has(at)
    }
    // The cast: the work of a task has its input.
    const run = tasks[task] as (given: typeof input, begin: (at: number) => boolean) => unknown
    const result = run(input, begin)
    Atomics.store(progress, 0, 0)
    parent.postMessage(result)
  })
}
