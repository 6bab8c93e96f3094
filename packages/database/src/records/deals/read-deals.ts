import { type Deal, type DealState, dealFrom, type Instant } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { type CreatedRecord, isBehind } from '../created-record.ts'

/** Conditions that must all hold. */
export type DealFilters = {
  stage?: Deal['stage'] | undefined
  signalId?: string | undefined
  accountKey?: string | undefined
}

type Asked = { orgId: string; filters?: DealFilters; after?: CreatedRecord | undefined; limit: number }

/** Returns deals after `after`, by createdAt and id, descending. */
export async function listDeals(
  database: Database,
  { orgId, filters = {}, after, limit }: Asked,
): Promise<Deal[]> {
  const conditions = [
    sql`org_id = ${orgId}`,
    sql`created_at is not null`,
    isBehind(after, 'created_at', 'deal_id'),
    ...conditionsOf(filters),
  ]
  // A signal or an account has few deals: without an offset, the planner may look for them among all, the newest first.
  const isOfFew = filters.signalId !== undefined || filters.accountKey !== undefined
  const { rows } = await sql<DealRow>`
    select deal_id as id, state from (
      select deal_id, state, created_at from deals
      where ${sql.join(conditions, sql` and `)} ${isOfFew ? sql`offset 0` : sql``}
    ) found
    order by created_at desc, deal_id desc
    limit ${limit}`.execute(database)
  return rows.map((row) => dealFrom({ orgId, ...row })).filter((deal) => deal !== undefined)
}

/** Undefined where there is no such deal. */
export async function findDeal(
  database: Database,
  { orgId, dealId }: { orgId: string; dealId: string },
): Promise<Deal | undefined> {
  const { rows } = await sql<DealRow>`
    select deal_id as id, state from deals where org_id = ${orgId} and deal_id = ${dealId}`.execute(database)
  return rows[0] && dealFrom({ orgId, ...rows[0] })
}

/** One changed member of a deal. */
export type DealEvent = {
  id: string
  member: string
  from: unknown
  to: unknown
  at: Instant
  eventId: string
  /** Null for a change in the API, the console or the command line. */
  sourceId: string | null
}

/** Returns the latest changes of a deal, the last recorded first. */
export async function listDealEvents(
  database: Database,
  { orgId, dealId, limit }: { orgId: string; dealId: string; limit: number },
): Promise<DealEvent[]> {
  const { rows } = await sql<Omit<DealEvent, 'at'> & { at: Date }>`
    select deal_event_id as id, member, from_value as "from", to_value as "to", at, event_id as "eventId",
           nullif(source_id, '') as "sourceId"
    from deal_events where org_id = ${orgId} and deal_id = ${dealId}
    order by deal_event_id desc
    limit ${limit}`.execute(database)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** The deals of one stage, and their value in one currency; null for deals without a value. */
export type DealSum = { stage: Deal['stage']; currency: string | null; deals: number; amount: string }

/** Sums up the newest `limit` deals of each stage by currency. Amounts are whole numbers of any size, as text. */
export async function sumDeals(
  database: Database,
  { orgId, stages, limit }: { orgId: string; stages: readonly Deal['stage'][]; limit: number },
): Promise<DealSum[]> {
  // A statement of its own for each stage: only then does the plan know how many deals have it.
  const newest = stages.map(
    (stage) => sql`(
      select stage, state #> '{last,document,value}' as value
      from deals where org_id = ${orgId} and stage = ${stage} and created_at is not null
      order by created_at desc, deal_id desc limit ${limit})`,
  )
  const { rows } = await sql<DealSum>`
    select stage, value ->> 'currency' as currency, count(*)::int as deals,
           coalesce(sum((value ->> 'amount')::numeric), 0)::text as amount
    from (${sql.join(newest, sql` union all `)}) newest
    group by stage, value ->> 'currency'
    order by stage, currency nulls last`.execute(database)
  return rows
}

type DealRow = { id: string; state: DealState }

function conditionsOf({ stage, signalId, accountKey }: DealFilters): RawBuilder<unknown>[] {
  return [
    ...(stage === undefined ? [] : [sql`stage = ${stage}`]),
    ...(signalId === undefined ? [] : [sql`state #>> '{last,document,signalId}' = ${signalId}`]),
    ...(accountKey === undefined ? [] : [sql`state #>> '{last,document,accountKey}' = ${accountKey}`]),
  ]
}
