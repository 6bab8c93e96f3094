import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** A process of the installation. `seenAt` is its last sign of life, by the database's clock. */
export type SeenProcess = {
  processId: string
  name: string
  version: string
  host: string
  pid: number
  /** The most connections that it opens; null for a process of a version that did not say. */
  connections: number | null
  startedAt: Date
  seenAt: Date
  /** How long ago that was. */
  silentSeconds: number
}

type SignOfLife = Pick<SeenProcess, 'processId' | 'name' | 'version' | 'host' | 'pid' | 'connections'>

/** Records that a process lives. Forgets those of its name that were last seen an hour ago. */
export async function recordHeartbeat(
  database: Database,
  { processId, name, version, host, pid, connections }: SignOfLife,
): Promise<void> {
  await sql`
    with forgotten as (
      delete from processes where name = ${name} and seen_at < now() - interval '1 hour'
        and process_id <> ${processId}
    )
    insert into processes (process_id, name, version, host, pid, connections, started_at, seen_at)
    values (${processId}, ${name}, ${version}, ${host}, ${pid}, ${connections}, now(), now())
    on conflict (process_id) do update set seen_at = excluded.seen_at`.execute(database)
}

/** Returns the processes of the last hour and the last one of each name, by name and start. */
export async function listProcesses(database: Database): Promise<SeenProcess[]> {
  const { rows } = await sql<SeenProcess>`
    select process_id as "processId", name, version, host, pid, connections, started_at as "startedAt", seen_at as "seenAt",
           extract(epoch from now() - seen_at)::float8 as "silentSeconds"
    from processes order by name, started_at, process_id`.execute(database)
  return rows
}
