import { sql } from 'kysely'
import type { CostKind } from '../../column-types.ts'
import type { Database } from '../../database.ts'
import type { ListenerReference } from './schedules.ts'

/** What was asked of one platform or one model, or how often a listener ran. */
export type ListenerCost = {
  kind: CostKind
  /** A platform, a kind of model, or empty for runs. */
  name: string
  /** Of the platform's budget; empty elsewhere. */
  unit: string
  /** Requests, calls or runs. */
  times: number
  /** What the requests took of the budget. */
  units: number
  /** Pages of a platform that were read, also those that another search had fetched. */
  pages: number
}

const keptDays = 30

/** Adds what a run cost to this UTC day. Does nothing for a listener that was deleted meanwhile. */
export async function recordListenerCosts(
  database: Database,
  { orgId, listenerId, costs }: ListenerReference & { costs: readonly ListenerCost[] },
): Promise<void> {
  const column = <Name extends keyof ListenerCost>(name: Name) => costs.map((cost) => cost[name])
  await sql`
    insert into listener_costs as known (org_id, listener_id, day, kind, name, unit, times, units, pages)
    select org_id, listener_id, (now() at time zone 'UTC')::date, cost.kind, cost.name, cost.unit, cost.times,
      cost.units, cost.pages
    from listener_schedules
    cross join unnest(${column('kind')}::text[], ${column('name')}::text[], ${column('unit')}::text[],
      ${column('times')}::int[], ${column('units')}::bigint[], ${column('pages')}::int[])
      as cost (kind, name, unit, times, units, pages)
    where org_id = ${orgId} and listener_id = ${listenerId}
    for key share of listener_schedules
    on conflict on constraint listener_costs_pkey do update
    set times = known.times + excluded.times, units = known.units + excluded.units,
      pages = known.pages + excluded.pages`.execute(database)
}

/** Returns what a listener cost in the last 30 UTC days, the dearest first, and how many days are counted. */
export async function sumListenerCosts(
  database: Database,
  { orgId, listenerId }: ListenerReference,
): Promise<{ days: number; costs: ListenerCost[] }> {
  const { rows } = await sql<ListenerCost & { days: number }>`
    select kind, name, unit, sum(times)::float8 as times, sum(units)::float8 as units, sum(pages)::float8 as pages,
      (now() at time zone 'UTC')::date - min(min(day)) over () + 1 as days
    from listener_costs
    where org_id = ${orgId} and listener_id = ${listenerId}
      and day > (now() at time zone 'UTC')::date - ${sql.lit(keptDays)}
    group by kind, name, unit order by sum(times) desc, kind, name, unit`.execute(database)
  return { days: rows[0]?.days ?? 0, costs: rows.map(({ days: _same, ...cost }) => cost) }
}

/** Forgets what is older than 30 days. */
export async function forgetListenerCosts(database: Database): Promise<void> {
  await sql`
    delete from listener_costs
    where day <= (now() at time zone 'UTC')::date - ${sql.lit(keptDays)}`.execute(database)
}
