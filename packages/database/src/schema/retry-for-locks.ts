import { setTimeout as delay } from 'node:timers/promises'
import { retryDelayMs, retryPolicies, TransientError } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** A statement that waits for a lock blocks everyone who comes after it, including the intake. */
export const lockTimeoutMs = 2_000

export type Patience = {
  /** How long to try in all. */
  patienceMs: number
  /** Receives a line for a person while it has to wait. */
  onProgress: (line: string) => void
}

const busyStates = new Set(['55P03', '40P01']) // lock_timeout expired, deadlock

/**
 * Runs `work` until it gets its locks. Holds none between two tries, so the work that queued up behind it continues.
 *
 * @throws TransientError when patience runs out
 */
export async function retryForLocks<T>(
  database: Database,
  { what, work, patience }: { what: string; work: () => Promise<T>; patience: Patience },
): Promise<T> {
  const endsAtMs = performance.now() + patience.patienceMs
  for (let failures = 1; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error)) throw error
      const pauseMs = retryDelayMs(retryPolicies.locks, failures)
      const holders = await describeHolders(database)
      const reason = `${what} did not get its locks within ${lockTimeoutMs / 1000} s${holders}`
      if (performance.now() + pauseMs > endsAtMs) {
        throw new TransientError(`${reason}. It gave up after ${Math.round(patience.patienceMs / 1000)} s.`, {
          cause: error,
        })
      }
      patience.onProgress(`${reason}; trying again in ${pauseMs / 1000} s`)
      await delay(pauseMs)
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && busyStates.has(String(error.code))
}

/** Lists the oldest transactions of this database, because a migration almost always waits for one of them. */
async function describeHolders(database: Database): Promise<string> {
  const { rows } = await sql<{ pid: number; name: string; seconds: number }>`
    select pid, application_name as name, extract(epoch from clock_timestamp() - xact_start)::integer as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - interval '1 second'
    order by xact_start limit 3`.execute(database)
  if (rows.length === 0) return ''
  const transactions = rows.map(({ pid, name, seconds }) => `${pid} (${name || 'unnamed'}, ${seconds} s)`)
  return `; the oldest transactions are of processes ${transactions.join(', ')}`
}
