import { pause } from '@signalpost/runtime'
import type { SupervisedDatabase } from './supervise-database.ts'
import type { SupervisedProcess } from './supervise-process.ts'

export type ProcessName = 'intake' | 'api' | 'console' | 'worker' | 'searcher'

type Stopping = {
  processes: Map<ProcessName, SupervisedProcess>
  database: Promise<SupervisedDatabase>
}

/** `drainMs`: how long each process continues to serve before it begins to stop. */
type PatientStopping = Stopping & { drainMs: number }

// The worker stops once nothing new can arrive, or after this time.
const receiversFirstMs = 2_000
// The processes give up by themselves 30 s after their drain.
const limitMs = 32_000

/**
 * Stops searcher, intake, API and console first, then the worker, then the database, and kills what does not end in
 * time. The worker's drain overlaps with that of the others. Resolves with whether all processes finished their work.
 */
export async function stopInOrder({ processes, database, drainMs }: PatientStopping): Promise<boolean> {
  const limit = setTimeout(() => {
    for (const child of processes.values()) child.kill()
  }, drainMs + limitMs)
  const stop = (name: ProcessName) => processes.get(name)?.stop() ?? Promise.resolve(true)
  const receivers = Promise.all([stop('intake'), stop('api'), stop('console'), stop('searcher')])
  const waiting = new AbortController()
  await Promise.race([receivers, pause(receiversFirstMs, waiting.signal)])
  waiting.abort()
  const [ended, worker] = await Promise.all([receivers, stop('worker')])
  clearTimeout(limit)
  await stopDatabase(database, 'fast')
  return ended.every(Boolean) && worker
}

export async function stopAtOnce({ processes, database }: Stopping): Promise<void> {
  for (const child of processes.values()) child.kill()
  await stopDatabase(database, 'immediate')
}

/** Ignores a process that did not start: its error was already reported. */
async function stopDatabase(
  database: Promise<SupervisedDatabase>,
  mode: 'fast' | 'immediate',
): Promise<void> {
  const opened = await database.catch(() => undefined)
  await opened?.stop(mode)
}
