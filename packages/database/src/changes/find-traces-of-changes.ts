import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { idFloor } from '../ids.ts'

/** A changed record, and the traced request of the last delivery that was applied to it. */
export type TraceOfChange = { recordId: string; traceparent: string }

/**
 * Finds the traces that lead to changes of a table after position `after`, up to and with `upTo`: one for each record,
 * the latest changes first. Requests before `since` are left out, so a backfill continues no old trace.
 */
export async function findTracesOfChanges(
  database: Database,
  {
    orgId,
    table,
    after,
    upTo,
    since,
    limit,
  }: { orgId: string; table: string; after: bigint; upTo: bigint; since: Date; limit: number },
): Promise<TraceOfChange[]> {
  const earliest = idFloor('dlv_', since.getTime())
  const { rows } = await sql<TraceOfChange>`
    select c.record_id as "recordId", r.traceparent
    from (
      select record_id from changes
      where org_id = ${orgId} and table_name = ${table} and position > ${after} and position <= ${upTo}
      order by position desc limit ${limit}
    ) c
    join lateral (
      select request_id from deliveries d
      where d.org_id = ${orgId} and d.record_id = c.record_id and d.delivery_id >= ${earliest} and d.status = 'applied'
      order by d.delivery_id desc limit 1
    ) d on true
    join requests r on r.request_id = d.request_id and r.request_id >= ${earliest}
    where r.traceparent is not null`.execute(database)
  return rows
}
