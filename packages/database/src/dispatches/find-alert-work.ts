import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** What waits for a worker. Something that waits may still be held back, such as by its channel. */
export type AlertWork = {
  hasChanges: boolean
  /** Messages to send, attempts without an outcome, and alerts that may expire. */
  hasMessages: boolean
  /** Edits that are due. */
  hasEdits: boolean
  /** Digests that are due. */
  hasDigests: boolean
  /** Alerts that wait for a channel that is disabled. */
  hasSuppressed: boolean
}

/** Looks for everything in one statement, because a worker at rest does nothing else. */
export async function findAlertWork(database: Database, nowMs: number): Promise<AlertWork> {
  const now = new Date(nowMs)
  const { rows } = await sql<AlertWork>`
    select exists (select from pending_changes where error is null) as "hasChanges",
           exists (select from messages where status in ('pending', 'sending')) as "hasMessages",
           exists (select from message_edits where due_at <= ${now}) as "hasEdits",
           exists (select from digests where is_open and due_at <= ${now}) as "hasDigests",
           exists (
             select from channels c
             where state = 'disabled'
               and exists (select from dispatches d where status = 'pending' and d.channel_id = c.channel_id)
           ) as "hasSuppressed"`.execute(database)
  const [work] = rows
  if (work === undefined) throw new Error('A look for work returned no row.')
  return work
}
