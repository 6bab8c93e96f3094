import { dealStages, urgencies } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { DeliveryStatus } from '../tables.ts'

export type StatusCount = { status: DeliveryStatus; count: number }

export type StoreSummary = {
  /** The ledger's deliveries by status. */
  deliveries: StatusCount[]
  /** The stored signals by urgency, the most urgent first; null for those without one. */
  signals: { urgency: string | null; count: number }[]
  mostUrgent: UrgentSignal[]
  /** The number of accounts with signals. */
  accounts: number
  /** The deals by stage, in the order of the stages. */
  deals: { stage: string; count: number }[]
}

type UrgentSignal = {
  signalId: string
  urgency: string | null
  relevanceScore: number
  title: string
  url: string
}

/**
 * Counts a workspace's ledger, signals, accounts and deals. Reads all of them: for people, not for frequent machines.
 */
export async function summariseStore(
  database: Database,
  orgId: string,
  { mostUrgentShown = 5 }: { mostUrgentShown?: number } = {},
): Promise<StoreSummary> {
  const deliveries = await sql<StatusCount>`
    select status, count(*)::integer as count from deliveries where org_id = ${orgId}
    group by status order by status`.execute(database)
  const signals = await sql<StoreSummary['signals'][number]>`
    select urgency, count(*)::integer as count from signals where ${isStored(orgId)}
    group by urgency order by ${rank} desc nulls last`.execute(database)
  const mostUrgent = await sql<UrgentSignal>`
    select signal_id as "signalId", urgency, relevance_score as "relevanceScore",
           state #>> '{last,document,title}' as title, state #>> '{last,document,url}' as url
    from signals where ${isStored(orgId)}
    order by ${rank} desc nulls last, relevance_score desc, posted_at desc, signal_id desc
    limit ${mostUrgentShown}`.execute(database)
  const accounts = await sql<{ count: number }>`
    select count(*)::integer as count from accounts where org_id = ${orgId} and is_listed`.execute(database)
  const deals = await sql<StoreSummary['deals'][number]>`
    select stage, count(*)::integer as count from deals where org_id = ${orgId} and stage is not null
    group by stage order by ${placeOf(dealStages, 'stage')}`.execute(database)
  return {
    deliveries: deliveries.rows,
    signals: signals.rows,
    mostUrgent: mostUrgent.rows,
    accounts: accounts.rows[0]?.count ?? 0,
    deals: deals.rows,
  }
}

/** Counts these deliveries by status. */
export async function countStatuses(
  database: Database,
  deliveryIds: readonly string[],
): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select status, count(*)::integer as count from deliveries where delivery_id = any(${[...deliveryIds]})
    group by status order by status`.execute(database)
  return rows
}

const rank = placeOf(urgencies, 'urgency')

function placeOf(values: readonly string[], column: string) {
  return sql`array_position(array[${sql.join(values.map((value) => sql.lit(value)))}], ${sql.ref(column)})`
}

function isStored(orgId: string) {
  return sql`org_id = ${orgId} and relevance_score is not null`
}
