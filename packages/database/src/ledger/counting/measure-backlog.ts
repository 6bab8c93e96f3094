import { sql } from 'kysely'
import type { Database } from '../../database.ts'

export type Backlog = {
  /** Deliveries that wait to be applied, counted up to `countLimit`. */
  queued: number
  dead: number
  /** How long the oldest of those first in line has waited, in seconds; 0 when none waits. */
  oldestSeconds: number
}

const countLimit = 100_000

/** Measures queued and dead deliveries from the partial indexes only: its cost does not grow with the ledger. */
export async function measureBacklog(database: Database): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select
      (select count(*)::int from (select from deliveries where status = 'queued' limit ${countLimit}) q) as queued,
      (select count(*)::int from (select from deliveries where status = 'dead' limit ${countLimit}) d) as dead,
      coalesce((
        select extract(epoch from now() - min(received_at))::float8
        from (select received_at from deliveries where status = 'queued' order by due_at limit 100) first_in_line
      ), 0) as "oldestSeconds"`.execute(database)
  return rows[0] ?? { queued: 0, dead: 0, oldestSeconds: 0 }
}
