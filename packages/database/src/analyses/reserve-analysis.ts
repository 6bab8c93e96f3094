import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { createId } from '../ids.ts'
import type { Row } from '../tables.ts'

/** How much a workspace has used of this month's allowance; months are in UTC. */
export type AnalysisUsage = { allowance: number; used: number; resetsAt: Date }

export type AnalysisReservation =
  | { isReserved: true; analysisId: string }
  | { isReserved: false; reason: 'used_up'; resetsAt: Date; retryAfterSeconds: number }
  | { isReserved: false /** As many as may are under way. */; reason: 'busy' }

/**
 * Reserves one analysis of this month's allowance, to be counted or released later. The reservation of a dead process
 * expires with its lease; until then it counts, so the allowance is never exceeded.
 */
export async function reserveAnalysis(
  database: Database,
  {
    orgId,
    leaseMs,
    mostAtOnce = Number.POSITIVE_INFINITY,
  }: { orgId: string; leaseMs: number; mostAtOnce?: number | undefined },
): Promise<AnalysisReservation> {
  return database.transaction().execute(async (transaction) => {
    await lockAllowance(transaction, orgId)
    const { allowance, counted, taken, resetsAt, retryAfterSeconds } = await readAllowance(transaction, orgId)
    if (taken >= allowance) return { isReserved: false, reason: 'used_up', resetsAt, retryAfterSeconds }
    if (taken - counted >= mostAtOnce) return { isReserved: false, reason: 'busy' }
    const analysisId = createId('ana_')
    await sql`
      delete from analyses
      where org_id = ${orgId} and counted_at is null and leased_until <= clock_timestamp()`.execute(
      transaction,
    )
    await sql`
      insert into analyses (org_id, analysis_id, reserved_at, leased_until)
      values (${orgId}, ${analysisId}, clock_timestamp(),
              clock_timestamp() + make_interval(secs => ${leaseMs / 1000}))`.execute(transaction)
    return { isReserved: true, analysisId }
  })
}

/** Counts a reservation permanently. Returns undefined if its lease has ended, since another one may have its place. */
export async function countAnalysis(
  transaction: DatabaseTransaction,
  { orgId, analysisId }: { orgId: string; analysisId: string },
): Promise<AnalysisUsage | undefined> {
  await lockAllowance(transaction, orgId)
  const { rows } = await sql<Row<'analyses', 'analysis_id'>>`
    update analyses set counted_at = clock_timestamp()
    where org_id = ${orgId} and analysis_id = ${analysisId} and leased_until > clock_timestamp()
    returning analysis_id`.execute(transaction)
  if (rows.length === 0) return undefined
  const { allowance, counted, resetsAt } = await readAllowance(transaction, orgId)
  return { allowance, used: counted, resetsAt }
}

/** Releases a reservation; a counted one stays. */
export async function releaseAnalysis(
  database: Database,
  { orgId, analysisId }: { orgId: string; analysisId: string },
): Promise<void> {
  await sql`
    delete from analyses
    where org_id = ${orgId} and analysis_id = ${analysisId} and counted_at is null`.execute(database)
}

type Allowance = {
  allowance: number
  /** Counted this month. */
  counted: number
  /** Counted this month, and reserved. */
  taken: number
  resetsAt: Date
  retryAfterSeconds: number
}

/** Serializes decisions about a workspace's allowance. */
async function lockAllowance(transaction: DatabaseTransaction, orgId: string): Promise<void> {
  await sql`select from workspaces where org_id = ${orgId} for no key update`.execute(transaction)
}

/** Reads in a statement after the lock, which sees what its last holder committed. */
async function readAllowance(transaction: DatabaseTransaction, orgId: string): Promise<Allowance> {
  const { rows } = await sql<Allowance>`
    select analysis_allowance as allowance, counted, taken, month_end as "resetsAt",
           greatest(1, ceil(extract(epoch from month_end - now)))::float8 as "retryAfterSeconds"
    from workspaces
    cross join lateral (select clock_timestamp() as now) clock
    cross join lateral (select date_trunc('month', now, 'UTC') as month_start) month
    cross join lateral (
      select (month_start at time zone 'UTC' + interval '1 month') at time zone 'UTC' as month_end
    ) next_month
    cross join lateral (
      select count(counted_at)::integer as counted, count(*)::integer as taken
      from analyses
      where analyses.org_id = workspaces.org_id and reserved_at >= month_start
        and (counted_at is not null or leased_until > now)
    ) usage
    where org_id = ${orgId}`.execute(transaction)
  const [allowance] = rows
  if (allowance === undefined) throw new Error('an allowance without a workspace')
  return allowance
}
