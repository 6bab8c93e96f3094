import { type ErrorCode, RejectedError } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { createId } from '../ids.ts'
import type { JobState } from '../tables.ts'
import type { AuditActor } from './audit-log.ts'

export const jobStates = [
  'waiting',
  'running',
  'done',
  'stopped',
  'failed',
] as const satisfies readonly JobState[]

/** Long work that a worker runs. */
export type Job = {
  jobId: string
  orgId: string
  /** The act that the job carries out. */
  act: string
  input: Record<string, unknown>
  state: JobState
  /** How many things the job acts on, fixed when it was created; null where that cannot be known before. */
  total: number | null
  done: number
  /** How many of the things done it changed. */
  changed: number
  /** What the job found, where that is more than a number. */
  result: unknown
  /** What a process that continues the job has to know. */
  checkpoint: unknown
  error: string | null
  errorCode: ErrorCode | null
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
  /** Whether a process runs the job now. */
  isLeased: boolean
  by: AuditActor
}

/** Identifies one job; with `orgId`, only within that workspace. */
export type JobReference = { jobId: string; orgId?: string | undefined }

export type JobFilter = { orgId?: string | undefined; state?: JobState | undefined }

export type NewJob = Pick<Job, 'orgId' | 'act' | 'input' | 'by'> & { total?: number }

const mostOpenJobs = 100

/** Keeps other transactions from creating jobs in a workspace until this one ends. */
export async function lockOpenJobs(transaction: DatabaseTransaction, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`jobs of ${orgId}`}, 0))`.execute(transaction)
}

/**
 * Returns the job of an act that waits and whose input has these members; no process starts it before the transaction
 * ends. Needs `lockOpenJobs`.
 */
export async function findWaitingJob(
  transaction: DatabaseTransaction,
  { orgId, act, input }: Pick<Job, 'orgId' | 'act' | 'input'>,
): Promise<Job | undefined> {
  return claimWaitingJob(
    transaction,
    sql`org_id = ${orgId} and act = ${act} and input @> ${JSON.stringify(input)}::jsonb`,
  )
}

/** Returns another job of the same act that waits and acts on all items of this one, as `findWaitingJob` does. */
export async function findWaitingJobOfItems(
  transaction: DatabaseTransaction,
  { orgId, act, jobId }: Pick<Job, 'orgId' | 'act' | 'jobId'>,
): Promise<Job | undefined> {
  return claimWaitingJob(
    transaction,
    sql`org_id = ${orgId} and act = ${act} and job_id <> ${jobId} and not exists (
      select item_id from job_items where job_id = ${jobId}
      except select item_id from job_items where job_id = jobs.job_id
    )`,
  )
}

async function claimWaitingJob(
  transaction: DatabaseTransaction,
  condition: RawBuilder<unknown>,
): Promise<Job | undefined> {
  // A job that a process leases right now is left out.
  const { rows } = await sql<{ jobId: string }>`
    select job_id as "jobId" from jobs
    where state = 'waiting' and stop_requested_at is null and ${condition}
    order by job_id limit 1 for update skip locked`.execute(transaction)
  const [found] = rows
  return found && getJob(transaction, found)
}

/**
 * Throws RejectedError `conflict` if a workspace has more open jobs than it may have: its own limit, or `most`. Needs
 * `lockOpenJobs`.
 */
export async function demandRoomForJobs(
  transaction: DatabaseTransaction,
  { orgId, most }: { orgId: string; most: number },
): Promise<void> {
  const { rows } = await sql<{ open: number; most: number }>`
    select (select count(*)::integer from jobs where org_id = ${orgId} and state in ('waiting', 'running')) as open,
           coalesce((select most_open_jobs from workspaces where org_id = ${orgId}), ${most}::integer) as most`.execute(
    transaction,
  )
  const [found] = rows
  if (found === undefined || found.open <= found.most) return
  throw new RejectedError(
    'conflict',
    `The workspace has ${found.most} open jobs, and may have no more. Wait until one ends, or stop one.`,
  )
}

/** Creates a waiting job without items. Its total is unknown until `addJobItems`, unless it is given. */
export async function createJob(transaction: DatabaseTransaction, job: NewJob): Promise<Job> {
  const jobId = createId('job_')
  await sql`
    insert into jobs (job_id, org_id, act, input, total, actor_kind, actor_id)
    values (${jobId}, ${job.orgId}, ${job.act}, ${JSON.stringify(job.input)}, ${job.total ?? null},
            ${job.by.kind}, ${job.by.id})`.execute(transaction)
  return getJob(transaction, { jobId })
}

/** Fixes what a job acts on: the ids that `query` selects as a column `item_id`. Returns how many there are. */
export async function addJobItems(
  transaction: DatabaseTransaction,
  { jobId, query }: { jobId: string; query: RawBuilder<unknown> },
): Promise<number> {
  // A filter may have to read the whole ledger.
  await sql`set local statement_timeout = 0`.execute(transaction)
  const { rows } = await sql<{ total: number }>`
    with added as (
      insert into job_items (job_id, item_id) select ${jobId}, item_id from (${query}) as items returning 1
    )
    update jobs set total = (select count(*) from added) where job_id = ${jobId}
    returning total::float8 as total`.execute(transaction)
  return rows[0]?.total ?? 0
}

/** Removes a job that has nothing to do. */
export async function removeJob(
  transaction: DatabaseTransaction,
  { jobId }: { jobId: string },
): Promise<void> {
  await transaction.deleteFrom('jobs').where('job_id', '=', jobId).execute()
}

/** Returns the newest first. */
export async function listJobs(
  database: Database,
  { orgId, state }: JobFilter,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Job[]> {
  const conditions = [sql`true`]
  if (orgId !== undefined) conditions.push(sql`org_id = ${orgId}`)
  if (state !== undefined) conditions.push(sql`state = ${state}`)
  if (after !== undefined) conditions.push(sql`job_id < ${after}`)
  return readJobs(database, sql.join(conditions, sql` and `), limit)
}

/** Returns the jobs of a workspace that have not ended, the newest first. */
export async function listOpenJobs(database: Database, orgId: string): Promise<Job[]> {
  return readJobs(database, sql`org_id = ${orgId} and state in ('waiting', 'running')`, mostOpenJobs)
}

/** Throws RejectedError `not_found`. */
export async function getJob(database: Database, { jobId, orgId }: JobReference): Promise<Job> {
  const isMeant = orgId === undefined ? sql`job_id = ${jobId}` : sql`job_id = ${jobId} and org_id = ${orgId}`
  const [found] = await readJobs(database, isMeant, 1)
  if (found === undefined) throw new RejectedError('not_found', 'There is no such job.')
  return found
}

/** Asks a job to stop. A job that no process runs stops at once; an ended job stays as it is. */
export async function requestJobStop(database: Database, { jobId }: { jobId: string }): Promise<void> {
  await sql`
    with asked as (
      update jobs
      set stop_requested_at = coalesce(stop_requested_at, now()),
          state = case when ${isLeased} then state else 'stopped' end,
          ended_at = case when ${isLeased} then null else now() end
      where job_id = ${jobId} and state in ('waiting', 'running')
      returning job_id, state
    )
    delete from job_items where job_id in (select job_id from asked where state = 'stopped')`.execute(
    database,
  )
}

const isLeased = sql`coalesce(leased_until > now(), false)`

async function readJobs(database: Database, condition: RawBuilder<unknown>, limit: number): Promise<Job[]> {
  const { rows } = await sql<Job>`
    select job_id as "jobId", org_id as "orgId", act, input, state, total::float8 as total, done::float8 as done,
           changed::float8 as changed, result, checkpoint, error, error_code as "errorCode",
           created_at as "createdAt", started_at as "startedAt", ended_at as "endedAt", ${isLeased} as "isLeased",
           jsonb_build_object('kind', actor_kind, 'id', actor_id) as by
    from jobs where ${condition} order by job_id desc limit ${limit}`.execute(database)
  return rows
}
