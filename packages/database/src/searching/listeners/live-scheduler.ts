import { instantOf, type Listener } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/** A listener whose runs in a row fail so often is shown as failed. */
export const failedAfter = 3

/** Returns the scheduler of a listener that was made here, as it is now; undefined for any other. */
export async function findLiveScheduler(
  database: Database,
  { orgId, listenerId }: { orgId: string; listenerId: string },
): Promise<Listener['scheduler'] | undefined> {
  const { rows } = await sql<{
    state: Listener['scheduler']['state']
    lastRunAt: Date | null
    nextRunAt: Date | null
    lastError: string | null
  }>`
    select case
        when leased_until > now() then 'running'
        when is_paused then 'paused'
        when is_refused or failures >= ${failedAfter} then 'failed'
        when due_at <= now() then 'queued'
        else 'idle'
      end as state,
      last_run_at as "lastRunAt", case when not is_paused then due_at end as "nextRunAt",
      last_error as "lastError"
    from listener_schedules where org_id = ${orgId} and listener_id = ${listenerId}`.execute(database)
  const [live] = rows
  return live && { ...live, lastRunAt: momentOf(live.lastRunAt), nextRunAt: momentOf(live.nextRunAt) }
}

function momentOf(at: Date | null): Listener['scheduler']['lastRunAt'] {
  return at && instantOf(at.getTime())
}
