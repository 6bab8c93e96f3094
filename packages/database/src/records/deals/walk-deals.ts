import {
  type Deal,
  type DealState,
  dealFrom,
  dealStages,
  type Instant,
  instantOf,
  isOpen,
} from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { type CreatedRecord, isBehind } from '../created-record.ts'

/** Conditions that must all hold. */
export type WalkedDealFilters = {
  stage?: Deal['stage'] | undefined
  open?: boolean | undefined
  accountKey?: string | undefined
  ownerId?: string | undefined
}

/** Members of documents are looked up one deal at a time: in so many for a page. */
const mostWalked = 5_000

type Row = { id: string | null; state: DealState | null; lastAt: Date | null; lastId: string | null }

/**
 * Returns deals after `after`, by createdAt and id, descending. A page that looked at 5,000 deals ends early, even without
 * one; `reached` is the last that was looked at.
 */
export async function walkDeals(
  database: Database,
  {
    orgId,
    filters,
    after,
    limit,
    most = mostWalked,
  }: {
    orgId: string
    filters: WalkedDealFilters
    after?: CreatedRecord | undefined
    limit: number
    most?: number
  },
): Promise<{ deals: Deal[]; reached?: CreatedRecord }> {
  const { ownerId } = filters
  const isOwned = ownerId === undefined ? sql`true` : sql`state #>> '{last,document,ownerId}' = ${ownerId}`
  const { rows } = await sql<Row>`
    with walked as materialized (${walk(orgId, filters, { after, most })}),
    found as (select * from walked where ${isOwned} order by created_at desc, deal_id desc limit ${limit})
    select found.deal_id as id, found.state, last.created_at as "lastAt", last.deal_id as "lastId"
    from (values (true)) one
    left join lateral (select created_at, deal_id from walked
                       order by created_at desc, deal_id desc offset ${most - 1}) last on true
    left join found on true
    order by found.created_at desc, found.deal_id desc`.execute(database)
  const deals = dealsOf(orgId, rows)
  const { lastAt, lastId } = rows[0] ?? { lastAt: null, lastId: null }
  if (deals.length === limit || lastAt === null || lastId === null) return { deals }
  return { deals, reached: { createdAt: instantOf(lastAt.getTime()), id: lastId } }
}

/** Returns the open deals that did not change since `changedBefore`, those at rest longest first, of the newest 5,000. */
export async function findStillDeals(
  database: Database,
  {
    orgId,
    ownerId,
    changedBefore,
    limit,
  }: { orgId: string; ownerId?: string | undefined; changedBefore: Instant; limit: number },
): Promise<Deal[]> {
  const isOwned = ownerId === undefined ? sql`true` : sql`state #>> '{last,document,ownerId}' = ${ownerId}`
  const { rows } = await sql<Row>`
    with walked as materialized (${walk(orgId, { open: true }, { most: mostWalked })})
    select deal_id as id, state from walked
    where state #>> '{last,document,updatedAt}' < ${changedBefore} and ${isOwned}
    order by state #>> '{last,document,updatedAt}', deal_id limit ${limit}`.execute(database)
  return dealsOf(orgId, rows)
}

/** A statement of its own for each stage, which an index has in order. */
function walk(
  orgId: string,
  { stage, open, accountKey }: WalkedDealFilters,
  { after, most }: { after?: CreatedRecord | undefined; most: number },
): RawBuilder<unknown> {
  const ofAccount =
    accountKey === undefined ? sql`true` : sql`state #>> '{last,document,accountKey}' = ${accountKey}`
  const select = (ofStage: RawBuilder<unknown>) => sql`(
    select deal_id, state, created_at from deals
    where org_id = ${orgId} and created_at is not null and ${ofStage} and ${ofAccount}
      and ${isBehind(after, 'created_at', 'deal_id')}
    order by created_at desc, deal_id desc limit ${most})`
  if (stage === undefined && open === undefined) return select(sql`true`)
  const stages = dealStages.filter(
    (one) => (stage === undefined || one === stage) && (open === undefined || isOpen(one) === open),
  )
  if (stages.length === 0) return select(sql`false`)
  const parts = stages.map((one) => select(sql`stage = ${one}`))
  return sql`
    select * from (${sql.join(parts, sql` union all `)}) ofstages
    order by created_at desc, deal_id desc limit ${most}`
}

function dealsOf(orgId: string, rows: readonly Pick<Row, 'id' | 'state'>[]): Deal[] {
  return rows.flatMap(({ id, state }) =>
    id === null || state === null ? [] : (dealFrom({ orgId, id, state }) ?? []),
  )
}
