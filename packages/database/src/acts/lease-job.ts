import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { getJob, type Job } from './jobs.ts'

/** A job that one process runs, for as long as it renews this. */
export type JobLease = { job: Job; token: string }

/** What a step of a job did. */
export type JobStep = { done: number; changed: number }

/** How a job ended. */
export type JobEnding =
  | { state: 'done'; result?: unknown }
  | { state: 'stopped' }
  | { state: 'failed'; error: string }

/**
 * Leases the job that waits the longest, or one whose process died, out of those of the given acts; with `jobId` only
 * that one. A job of an act that this version does not know waits for a version that does.
 */
export async function leaseJob(
  database: Database,
  { leaseMs, acts, jobId }: { leaseMs: number; acts: readonly string[]; jobId?: string | undefined },
): Promise<JobLease | undefined> {
  const isMeant = jobId === undefined ? sql`true` : sql`job_id = ${jobId}`
  const { rows } = await sql<{ jobId: string; token: string }>`
    update jobs
    set state = 'running', started_at = coalesce(started_at, now()), lease_token = gen_random_uuid(),
        leased_until = now() + make_interval(secs => ${leaseMs / 1000})
    where job_id = (
      select job_id from jobs
      where state in ('waiting', 'running') and due_at <= now() and (leased_until is null or leased_until <= now())
        and act = any(${[...acts]}) and ${isMeant}
      order by due_at, job_id limit 1 for update skip locked
    )
    returning job_id as "jobId", lease_token as token`.execute(database)
  const [leased] = rows
  return leased && { job: await getJob(database, leased), token: leased.token }
}

/**
 * Renews the lease and adds what a step did. Returns whether the job may go on: `stop` where someone asked for that,
 * `lost` where another process has the job by now, and the step must be rolled back.
 */
export async function advanceJob(
  database: Database | DatabaseTransaction,
  { job, token, leaseMs, step }: JobLease & { leaseMs: number; step: JobStep },
): Promise<'continue' | 'stop' | 'lost'> {
  const { rows } = await sql<{ isStopRequested: boolean }>`
    update jobs
    set leased_until = now() + make_interval(secs => ${leaseMs / 1000}), done = done + ${step.done},
        changed = changed + ${step.changed}
    where job_id = ${job.jobId} and lease_token = ${token}
    returning stop_requested_at is not null as "isStopRequested"`.execute(database)
  const [row] = rows
  if (row === undefined) return 'lost'
  return row.isStopRequested ? 'stop' : 'continue'
}

/** Sets how far a job is whose steps are not items. Returns as `advanceJob` does. */
export async function reportJobProgress(
  database: Database,
  { job, token, leaseMs, done, total }: JobLease & { leaseMs: number; done: number; total: number | null },
): Promise<'continue' | 'stop' | 'lost'> {
  const { rows } = await sql<{ isStopRequested: boolean }>`
    update jobs
    set leased_until = now() + make_interval(secs => ${leaseMs / 1000}), done = ${done}, total = ${total}
    where job_id = ${job.jobId} and lease_token = ${token}
    returning stop_requested_at is not null as "isStopRequested"`.execute(database)
  const [row] = rows
  if (row === undefined) return 'lost'
  return row.isStopRequested ? 'stop' : 'continue'
}

/** Takes the next items of a job out of its list, for the transaction that acts on them. */
export async function takeJobItems(
  transaction: DatabaseTransaction,
  { jobId, limit }: { jobId: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ itemId: string }>`
    delete from job_items
    where job_id = ${jobId} and item_id in (
      select item_id from job_items where job_id = ${jobId} order by item_id limit ${limit}
    )
    returning item_id as "itemId"`.execute(transaction)
  return rows.map(({ itemId }) => itemId).sort()
}

/** Ends a job and forgets the items that are left; does nothing where another process has it by now. */
export async function endJob(
  database: Database,
  { job, token, ending }: JobLease & { ending: JobEnding },
): Promise<void> {
  const result = ending.state === 'done' && ending.result !== undefined ? JSON.stringify(ending.result) : null
  const error = ending.state === 'failed' ? ending.error : null
  await sql`
    with ended as (
      update jobs
      set state = ${ending.state}, ended_at = now(), lease_token = null, leased_until = null,
          result = ${result}::jsonb, error = ${error}
      where job_id = ${job.jobId} and lease_token = ${token}
      returning job_id
    )
    delete from job_items where job_id in (select job_id from ended)`.execute(database)
}

/** Gives a job back to be tried again later. */
export async function postponeJob(
  database: Database,
  { job, token, retryMs }: JobLease & { retryMs: number },
): Promise<void> {
  await sql`
    update jobs
    set lease_token = null, leased_until = null, due_at = now() + make_interval(secs => ${retryMs / 1000})
    where job_id = ${job.jobId} and lease_token = ${token}`.execute(database)
}
