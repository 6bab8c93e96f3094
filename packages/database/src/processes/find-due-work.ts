import { sql } from 'kysely'
import { dueJobs } from '../acts/lease-job.ts'
import { dueCanary } from '../canary/canary.ts'
import { type Database, runPrepared } from '../database.ts'
import { dueWorkspaces } from '../dispatches/escalations/escalation-runs.ts'
import { dueWarehouses } from '../warehouses/lease-warehouse.ts'

/** What waits for a worker. Something that waits may still be held back, such as by its channel. */
export type DueWork = {
  /** Deliveries that no job of the queue has applied. */
  hasDeliveries: boolean
  /** Jobs to run, and jobs that were asked to stop. */
  hasJobs: boolean
  /** Changes that alerts may follow from. */
  hasChanges: boolean
  /** Messages to send, attempts without an outcome, and alerts that may expire. */
  hasMessages: boolean
  hasEdits: boolean
  hasDigests: boolean
  /** Alerts that wait for a channel that is disabled. */
  hasSuppressed: boolean
  hasEscalations: boolean
  /** Warehouses to sync. */
  hasWarehouses: boolean
  /** Changes that have no position yet, in which warehouses read them. */
  hasInbox: boolean
  hasCanaryRound: boolean
}

/** Looks for everything in one statement, because a worker at rest does nothing else. */
export async function findDueWork(database: Database, nowMs: number): Promise<DueWork> {
  const now = new Date(nowMs)
  const [work] = await runPrepared(database, {
    name: 'find-due-work',
    // The index alone answers for deliveries, in its order: a partition that was not analysed yet is never read whole.
    statement: sql<DueWork>`
      select coalesce(
               (select due_at from deliveries where status = 'queued' order by due_at limit 1) <= now(), false
             ) as "hasDeliveries",
             exists (${dueJobs}) as "hasJobs",
             exists (select from pending_changes where error is null) as "hasChanges",
             exists (select from messages where status in ('pending', 'sending')) as "hasMessages",
             exists (select from message_edits where due_at <= ${now}) as "hasEdits",
             exists (select from digests where is_open and due_at <= ${now}) as "hasDigests",
             exists (
               select from channels c
               where state = 'disabled'
                 and exists (select from dispatches d where status = 'pending' and d.channel_id = c.channel_id)
             ) as "hasSuppressed",
             exists (${dueWorkspaces(nowMs)}) as "hasEscalations",
             exists (${dueWarehouses}) as "hasWarehouses",
             exists (select from change_inbox) as "hasInbox",
             exists (${dueCanary}) as "hasCanaryRound"`,
  })
  if (work === undefined) throw new Error('A look for work returned no row.')
  return work
}
