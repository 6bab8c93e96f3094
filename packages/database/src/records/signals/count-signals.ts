import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'
import {
  conditionsOf,
  facetConditionsOf,
  inOrder,
  registerConditionsOf,
  type SignalFilters,
  storedIn,
} from './find-candidates.ts'

/** By what signals are counted. A week is named by its Monday, in UTC. */
export type SignalGrouping =
  | 'source'
  | 'classification'
  | 'urgency'
  | 'listener'
  | 'account'
  | 'assignee'
  | 'week'

export type SignalCounts = {
  /** The largest groups. Null is the value of signals without one. */
  groups: { value: string | null; count: number }[]
  total: number
  /** Only the best 200,000 signals were looked at, or the best 20,000 where their rows have to be read. */
  isPartial: boolean
}

/** An index has them in the order of lists. */
const mostEntries = 200_000
/** Each lies in a place of its own. */
const mostRows = 20_000

const columns: Record<SignalGrouping, RawBuilder<unknown>> = {
  source: sql`s.source`,
  classification: sql`s.classification`,
  urgency: sql`s.urgency`,
  listener: sql`s.listener_id`,
  account: sql`s.account_key`,
  assignee: sql`r.assigned_user_id`,
  week: sql`to_char(date_trunc('week', s.posted_at at time zone 'UTC'), 'YYYY-MM-DD')`,
}

/** Counts the signals that meet all filters but words, by groups, the largest first. */
export async function countSignals(
  database: Database,
  {
    orgId,
    filters,
    by,
    mostGroups,
    entries: given,
  }: {
    orgId: string
    filters: Omit<SignalFilters, 'words'>
    by: SignalGrouping
    mostGroups: number
    entries?: number
  },
): Promise<SignalCounts> {
  const ofRegisters = registerConditionsOf(filters).map(({ condition }) => condition)
  // Rows are read for these alone; an index has the rest.
  const ofRows = [
    ...(by === 'account' || filters.accountKey !== undefined ? [sql`s.account_key`] : []),
    ...(filters.scoreVersion === undefined ? [] : [sql`s.score_version`]),
  ]
  const ofIndex = ['signal_id', 'relevance_score', 'posted_at', 'source', 'classification', 'urgency']
  const walked = [...ofIndex, 'signal_category', 'listener_id'].map((column) => sql.ref(`s.${column}`))
  const ofAccount = filters.accountKey === undefined ? [] : [sql`s.account_key = ${filters.accountKey}`]
  const conditions = [sql`true`, ...facetConditionsOf(filters), ...conditionsOf(filters), ...ofRegisters]
  const needsRegisters = by === 'assignee' || ofRegisters.length > 0
  const entries = given ?? (ofRows.length > 0 || needsRegisters ? mostRows : mostEntries)
  const registers = sql`left join signal_registers r on r.org_id = ${orgId} and r.signal_id = s.signal_id`
  const best = (columnsOfBest: RawBuilder<unknown>) => sql`
    select ${columnsOfBest} from signals s
    where ${sql.join([...storedIn(orgId), ...ofAccount], sql` and `)} ${inOrder}`
  // All entries pass through one aggregate: keeping them for a second one takes longer than counting them.
  const { rows } = await sql<{
    value: string | null
    count: number | null
    total: number
    isPartial: boolean
  }>`
    with grouped as (
      select ${columns[by]} as value, count(*)::int as looked,
             (count(*) filter (where ${sql.join(conditions, sql` and `)}))::int as count
      from (${best(sql.join([...walked, ...ofRows]))} limit ${entries}) s ${needsRegisters ? registers : sql``}
      group by 1
    ), whole as (
      select coalesce(sum(count), 0)::int as total, coalesce(sum(looked), 0) as looked from grouped
    )
    select shown.value, shown.count, whole.total,
           whole.looked = ${entries} and exists (${best(sql``)} offset ${entries} limit 1) as "isPartial"
    from whole left join lateral (
      select value, count from grouped where count > 0 order by count desc, value nulls last limit ${mostGroups}
    ) shown on true
    order by shown.count desc, shown.value nulls last`.execute(database)
  const groups = rows.flatMap(({ value, count }) => (count === null ? [] : [{ value, count }]))
  return { groups, total: rows[0]?.total ?? 0, isPartial: rows[0]?.isPartial ?? false }
}
