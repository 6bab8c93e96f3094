import type { ErrorCode } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { getJob, type Job } from './jobs.ts'

/** A job that one process runs, for as long as the process renews the lease. */
export type JobLease = { job: Job; token: string }

/** The work of one step. */
export type JobStep = { done: number; changed: number }

/** How far a job is whose steps are not items; with a checkpoint, what the next process has to know. */
export type JobProgress = JobStep & { total: number | null; checkpoint?: unknown }

/** `stop` where that was requested; `lost` where another process has the job. */
export type JobVerdict = 'continue' | 'stop' | 'lost'

/** How a job ended. */
export type JobEnding =
  | { state: 'done'; result?: unknown }
  | { state: 'stopped' }
  | { state: 'failed'; error: string; code: ErrorCode }

/**
 * Leases a job of the given acts that waits, or whose process died; with `jobId`, only that job. The workspace that runs
 * least has its turn, and among those the one whose last start is longest ago: no workspace delays another by the number
 * of its jobs. Of its jobs, the one that has waited longest. A job of an act that this version does not know waits for a
 * version that does.
 */
export async function leaseJob(
  database: Database,
  { leaseMs, acts, jobId }: { leaseMs: number; acts: readonly string[]; jobId?: string | undefined },
): Promise<JobLease | undefined> {
  const isMeant = jobId === undefined ? sql`true` : sql`job_id = ${jobId}`
  const isOfActs = sql`act = any(${[...acts]})`
  const isDue = sql`
    state in ('waiting', 'running') and due_at <= now() and ${isFree} and stop_requested_at is null and ${isOfActs} and ${isMeant}`
  const { rows } = await sql<{ jobId: string; token: string }>`
    with running as (
      select org_id, count(*) as jobs from jobs
      where state = 'running' and leased_until > now() and ${isOfActs} group by org_id
    ), turns as (
      select org_id, coalesce((select jobs from running where running.org_id = due.org_id), 0) as running,
             (select started_at from jobs
              where jobs.org_id = due.org_id and started_at is not null and ${isOfActs}
              order by job_id desc limit 1) as started_at
      from (select distinct org_id from jobs where ${isDue}) as due
    )
    update jobs
    set state = 'running', started_at = coalesce(started_at, now()), lease_token = gen_random_uuid(),
        leased_until = now() + make_interval(secs => ${leaseMs / 1000})
    where job_id = (
      select job_id from jobs join turns using (org_id)
      where ${isDue}
      order by turns.running, turns.started_at nulls first, due_at, job_id limit 1 for update of jobs skip locked
    )
    returning job_id as "jobId", lease_token as token`.execute(database)
  const [leased] = rows
  return leased && { job: await getJob(database, leased), token: leased.token }
}

/** Renews the lease and adds what a step did. Where the verdict is `lost`, the step must be rolled back. */
export async function advanceJob(
  database: Database | DatabaseTransaction,
  { step: { done, changed }, ...lease }: JobLease & { leaseMs: number; step: JobStep },
): Promise<JobVerdict> {
  return renew(database, lease, sql`done = done + ${done}, changed = changed + ${changed}`)
}

/** Renews the lease and replaces the job's progress. */
export async function reportJobProgress(
  database: Database,
  { progress, ...lease }: JobLease & { leaseMs: number; progress: JobProgress },
): Promise<JobVerdict> {
  const { done, total, changed, checkpoint } = progress
  return renew(
    database,
    lease,
    sql`done = ${done}, total = ${total}, changed = ${changed},
        checkpoint = coalesce(${checkpoint === undefined ? null : JSON.stringify(checkpoint)}::json, checkpoint)`,
  )
}

async function renew(
  database: Database | DatabaseTransaction,
  { job, token, leaseMs }: JobLease & { leaseMs: number },
  assignments: RawBuilder<unknown>,
): Promise<JobVerdict> {
  const { rows } = await sql<{ isStopRequested: boolean }>`
    update jobs set leased_until = now() + make_interval(secs => ${leaseMs / 1000}), ${assignments}
    where job_id = ${job.jobId} and lease_token = ${token}
    returning stop_requested_at is not null as "isStopRequested"`.execute(database)
  const [row] = rows
  if (row === undefined) return 'lost'
  return row.isStopRequested ? 'stop' : 'continue'
}

/** Removes the next items of a job from its list, for the transaction that acts on them. */
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

/** Ends a job and removes the items that are left. Does nothing where another process has the job. */
export async function endJob(
  database: Database,
  { job, token, ending }: JobLease & { ending: JobEnding },
): Promise<void> {
  const result = ending.state === 'done' && ending.result !== undefined ? JSON.stringify(ending.result) : null
  const { error, code } = ending.state === 'failed' ? ending : { error: null, code: null }
  await sql`
    with ended as (
      update jobs
      set state = ${ending.state}, ended_at = now(), lease_token = null, leased_until = null,
          result = ${result}::json, error = ${error}, error_code = ${code}
      where job_id = ${job.jobId} and lease_token = ${token}
      returning job_id
    )
    delete from job_items where job_id in (select job_id from ended)`.execute(database)
}

const isFree = sql`(leased_until is null or leased_until <= now())`

/** Selects the jobs that wait for a process, to be run or to be stopped. */
export const dueJobs = sql`
  select from jobs
  where state in ('waiting', 'running') and (stop_requested_at is not null or due_at <= now() and ${isFree})`

const stopPatienceMs = 1_000

/**
 * Stops the jobs whose process was asked to stop them and did not within a second, because it died or is slow. A process
 * that still runs such a job has lost it and rolls its step back.
 */
export async function stopAbandonedJobs(database: Database): Promise<void> {
  // Leaves out the items that a step has locked: that step also wants the job, and removes the rest once it has lost it.
  await sql`
    with stopped as (
      update jobs set state = 'stopped', ended_at = now(), lease_token = null, leased_until = null
      where state in ('waiting', 'running') and stop_requested_at is not null
        and (${isFree} or stop_requested_at <= now() - make_interval(secs => ${stopPatienceMs / 1000}))
      returning job_id
    )
    delete from job_items where (job_id, item_id) in (
      select job_id, item_id from job_items where job_id in (select job_id from stopped)
      for update skip locked
    )`.execute(database)
}

/**
 * Gives a job back to be tried again later. A job that was asked to stop is then stopped by `stopAbandonedJobs`; of one
 * that has ended meanwhile, the items that are left are removed.
 */
export async function postponeJob(
  database: Database,
  { job, token, retryMs }: JobLease & { retryMs: number },
): Promise<void> {
  await sql`
    update jobs
    set lease_token = null, leased_until = null, due_at = now() + make_interval(secs => ${retryMs / 1000})
    where job_id = ${job.jobId} and lease_token = ${token}`.execute(database)
  await sql`
    delete from job_items where job_id in (
      select job_id from jobs where job_id = ${job.jobId} and ended_at is not null
    )`.execute(database)
}
