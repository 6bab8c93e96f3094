import { type RawBuilder, sql } from 'kysely'
import { type DeliveryFilter, matchesFilter, splitByStatus } from './delivery-filter.ts'

type Wanted = { columns: RawBuilder<unknown>; limit: number; after?: string | undefined }

/**
 * Returns SQL that selects the newest `limit` deliveries of a filter and perhaps older ones, in no order. Reads the first
 * rows of one range of an index for each status, in one statement: a plan looks at all days of the ledger.
 */
export function selectNewest(filter: DeliveryFilter, { columns, limit, after }: Wanted): RawBuilder<unknown> {
  const older = after === undefined ? sql`` : sql`and delivery_id < ${after}`
  const select = (part: DeliveryFilter) => sql`
    select ${columns} from deliveries where ${matchesFilter(part)} ${older}`
  const parts = splitByStatus(filter).map(({ settledAs, ...part }) =>
    settledAs === undefined
      ? sql`(${select(part)} order by delivery_id desc limit ${limit})`
      : // A range and not an equality: no other index has that order, so that each plan takes the one that has it.
        sql`(
          select one.* from unnest(${[...settledAs]}::text[]) as settled (wanted)
          cross join lateral (
            ${select(part)} and status <> 'queued' and status between settled.wanted and settled.wanted
            order by status desc, delivery_id desc limit ${limit}
          ) one)`,
  )
  return sql.join(parts, sql` union all `)
}
