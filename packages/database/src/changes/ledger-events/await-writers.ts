import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'

const looksAgainAfterMs = 50

/**
 * Waits for the transactions that write to a table now. Those that begin later see what was committed before the call,
 * because a statement locks its table before it takes its snapshot. Blocks no one. Ends early
 * once `shouldStop` returns true.
 */
export async function awaitWriters(
  database: Database,
  { table, shouldStop = () => false }: { table: 'deliveries' | 'ledger_events'; shouldStop?: () => boolean },
): Promise<void> {
  const writers = async (): Promise<Set<string>> => {
    const { rows } = await sql<{ writer: string }>`
      select virtualtransaction as writer from pg_locks
      where locktype = 'relation' and mode = 'RowExclusiveLock' and relation = ${table}::regclass
        and database = (select oid from pg_database where datname = current_database())
        and pid is distinct from pg_backend_pid()`.execute(database)
    return new Set(rows.map(({ writer }) => writer))
  }
  const awaited = await writers()
  for (let left = awaited; left.size > 0 && !shouldStop(); ) {
    await sleep(looksAgainAfterMs)
    left = awaited.intersection(await writers())
  }
}
