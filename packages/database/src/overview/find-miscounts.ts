import { hourMs, minuteMs } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { idFloor } from '../ids.ts'

/** Deliveries that the counts of the ledger leave out, and those that are counted and not there. */
export type Miscounts = { missing: number; surplus: number }

/** As `ledger_step` of the schema has it. */
const stepMs = 5 * minuteMs
const clockSlackMs = minuteMs
const mostRead = 50_000

/**
 * Compares the counts of settled deliveries with the deliveries themselves, from one snapshot: for the whole steps of the
 * last hour, as many as 50,000 deliveries fill. One step with more is left to `SELECT recount_ledger('')`.
 */
export async function findMiscounts(
  database: Database,
  { orgId, nowMs }: { orgId: string; nowMs: number },
): Promise<Miscounts> {
  const from = new Date(Math.ceil((nowMs - hourMs) / stepMs) * stepMs)
  const floor = idFloor('dlv_', from.getTime() - clockSlackMs)
  // The newest come first; the step that the limit cuts, and all before it, are left out.
  const { rows } = await sql<Miscounts>`
    with newest as materialized (
      select received_at, status from deliveries where org_id = ${orgId} and delivery_id >= ${floor}
      order by delivery_id desc limit ${mostRead}
    ),
    reach as (
      select case when count(*) < ${mostRead} then ${from}
        else ledger_step(min(received_at) + interval '1 minute') + interval '5 minutes' end as since from newest
    ),
    compared as (
      select step, status, sum(stored) - sum(counted) as difference from (
        select ledger_step(received_at) as step, status, 1 as stored, 0 as counted from newest
        where status <> 'queued'
        union all
        select step, status, 0, deliveries from ledger_counts where org_id = ${orgId} and step >= ${from}
      ) both_sides
      where step >= (select since from reach) group by step, status
    )
    select coalesce(sum(difference) filter (where difference > 0), 0)::float8 as missing,
      coalesce(-sum(difference) filter (where difference < 0), 0)::float8 as surplus from compared`.execute(
    database,
  )
  return rows[0] ?? { missing: 0, surplus: 0 }
}
