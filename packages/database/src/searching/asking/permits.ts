import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../database.ts'
import { returnShares, takeShares } from './shares.ts'

/** What a request costs of one budget. Days of `timeZone` begin at its midnight; other windows count from the epoch. */
export type Cost = {
  unit: string
  windowMs: number
  most: number
  cost: number
  timeZone?: string | undefined
}

export type PermitRequest = {
  /** A connection, or a platform that is asked without one: see `budgetIdOf`. */
  budgetId: string
  costs: readonly Cost[]
  /** The least time between the starts of two requests. */
  spacingMs: number
  /** One request at a time; one that never ends holds up the next for so long. */
  askingMs: number
  /** The workspace that asks, where the budget is shared by all: none takes more than its share. */
  orgId?: string | undefined
}

/** A window of which something was taken. */
export type PermitWindow = { unit: string; windowMs: number; windowStart: Date }

export type Permit =
  | { isTaken: true; token: string; windows: PermitWindow[] }
  /** `reason` says what must pass first; `waitMs` how long that takes at least. */
  | {
      isTaken: false
      reason: 'asking' | 'spacing' | 'blocked' | 'exhausted'
      detail: string | null
      waitMs: number
    }

/** Returns the budget of a connection, or of a platform that the whole installation asks without one. */
export function budgetIdOf(platform: string, connection: { connectionId: string } | undefined): string {
  return connection?.connectionId ?? `platform:${platform}`
}

/**
 * Takes what one request costs, shared by every process, by the database's clock. Nothing is taken unless all of it is
 * left, and no other request through the budget is under way.
 */
export async function takePermits(
  database: Database,
  { budgetId, costs, spacingMs, askingMs, orgId }: PermitRequest,
): Promise<Permit> {
  return database.transaction().execute(async (transaction) => {
    const hurdle = await findHurdle(transaction, budgetId)
    if (hurdle !== undefined) return { isTaken: false, ...hurdle }
    const spent = await readSpending(transaction, { budgetId, costs })
    const waits = spent.filter(({ used, cost, most }) => used + cost > most).map(({ leftMs }) => leftMs)
    // Who finds the budget empty has asked all the same, and has its share of the next window.
    const own =
      orgId === undefined ? undefined : await takeShares(transaction, { budgetId, orgId, windows: spent })
    if (own !== undefined) return { isTaken: false, reason: 'exhausted', detail: null, ...own }
    if (waits.length > 0) {
      if (orgId !== undefined)
        await returnShares(transaction, { budgetId, orgId, windows: spent, unspent: spent[0]?.cost ?? 0 })
      return { isTaken: false, reason: 'exhausted', detail: null, waitMs: Math.max(...waits, 1) }
    }
    for (const { unit, windowMs, windowStart, used, cost } of spent) {
      await sql`
        insert into platform_spending (budget_id, unit, window_ms, window_start, used)
        values (${budgetId}, ${unit}, ${windowMs}, ${windowStart}, ${used + cost})
        on conflict on constraint platform_spending_pkey
        do update set window_start = excluded.window_start, used = excluded.used`.execute(transaction)
    }
    const { rows } = await sql<{ token: string }>`
      update platform_budgets
      set asking_token = gen_random_uuid(), asking_until = clock_timestamp() + make_interval(secs => ${askingMs / 1000}),
        next_at = clock_timestamp() + make_interval(secs => ${spacingMs / 1000})
      where budget_id = ${budgetId} returning asking_token as token`.execute(transaction)
    const [taken] = rows
    if (taken === undefined) throw new Error('A locked row is there.')
    const windows = spent.map(({ unit, windowMs, windowStart }) => ({ unit, windowMs, windowStart }))
    return { isTaken: true, token: taken.token, windows }
  })
}

/** Gives back what a request did not cost of the windows of which it was taken. */
export async function returnPermits(
  database: Database,
  {
    budgetId,
    windows,
    unspent,
    orgId,
  }: { budgetId: string; windows: readonly PermitWindow[]; unspent: number; orgId?: string | undefined },
): Promise<void> {
  if (orgId !== undefined) await returnShares(database, { budgetId, orgId, windows, unspent })
  for (const { unit, windowMs, windowStart } of windows) {
    await sql`
      update platform_spending set used = greatest(0, used - ${unspent})
      where budget_id = ${budgetId} and unit = ${unit} and window_ms = ${windowMs}
        and window_start = ${windowStart}`.execute(database)
  }
}

/** Ends a request, so that the next can begin. With `block`, none begins before that has passed. */
export async function releasePermits(
  database: Database,
  {
    budgetId,
    token,
    block,
  }: { budgetId: string; token: string; block?: { blockedMs: number; reason: string } | undefined },
): Promise<void> {
  if (block !== undefined) await blockBudget(database, { budgetId, ...block })
  await sql`
    update platform_budgets set asking_token = null, asking_until = null
    where budget_id = ${budgetId} and asking_token = ${token}::uuid`.execute(database)
}

/** Lets nothing be asked for a while. A longer block stays. */
export async function blockBudget(
  database: Database,
  { budgetId, blockedMs, reason }: { budgetId: string; blockedMs: number; reason: string },
): Promise<void> {
  await sql`
    insert into platform_budgets as b (budget_id, blocked_until, block_reason)
    values (${budgetId}, now() + make_interval(secs => ${blockedMs / 1000}), ${reason})
    on conflict (budget_id) do update
    set blocked_until = excluded.blocked_until, block_reason = excluded.block_reason
    where b.blocked_until is null or b.blocked_until < excluded.blocked_until`.execute(database)
}

/** Returns until when nothing may be asked, and why; undefined if it may. */
export async function findBlock(
  database: Database,
  budgetId: string,
): Promise<{ until: Date; reason: string | null } | undefined> {
  const { rows } = await sql<{ until: Date; reason: string | null }>`
    select blocked_until as until, block_reason as reason from platform_budgets
    where budget_id = ${budgetId} and blocked_until > now()`.execute(database)
  return rows[0]
}

async function findHurdle(
  transaction: DatabaseTransaction,
  budgetId: string,
): Promise<Omit<Extract<Permit, { isTaken: false }>, 'isTaken'> | undefined> {
  await sql`insert into platform_budgets (budget_id) values (${budgetId}) on conflict do nothing`.execute(
    transaction,
  )
  // The clock is read after the lock, which another process may have held for a while.
  await sql`select from platform_budgets where budget_id = ${budgetId} for update`.execute(transaction)
  const { rows } = await sql<{
    blockedMs: number | null
    detail: string | null
    askingMs: number | null
    spacingMs: number | null
  }>`
    select extract(epoch from blocked_until - clock_timestamp())::float8 * 1000 as "blockedMs", block_reason as detail,
      extract(epoch from asking_until - clock_timestamp())::float8 * 1000 as "askingMs",
      extract(epoch from next_at - clock_timestamp())::float8 * 1000 as "spacingMs"
    from platform_budgets where budget_id = ${budgetId}`.execute(transaction)
  const { blockedMs = null, detail = null, askingMs = null, spacingMs = null } = rows[0] ?? {}
  if (blockedMs !== null && blockedMs > 0) return { reason: 'blocked', detail, waitMs: Math.ceil(blockedMs) }
  if (askingMs !== null && askingMs > 0)
    return { reason: 'asking', detail: null, waitMs: Math.ceil(askingMs) }
  if (spacingMs !== null && spacingMs > 0) {
    return { reason: 'spacing', detail: null, waitMs: Math.ceil(spacingMs) }
  }
  return undefined
}

type Spent = Cost & { windowStart: Date; used: number; leftMs: number }

async function readSpending(
  transaction: DatabaseTransaction,
  { budgetId, costs }: Pick<PermitRequest, 'budgetId' | 'costs'>,
): Promise<Spent[]> {
  const { rows } = await sql<Spent>`
    select w.unit, w."windowMs", w.most, w.cost, w.start as "windowStart",
      case when p.window_start = w.start then p.used else 0 end as used,
      greatest(1, ceil(extract(epoch from w."end" - clock_timestamp()) * 1000))::float8 as "leftMs"
    from (
      select c.*,
        case when c."timeZone" is null then to_timestamp(floor(extract(epoch from clock_timestamp()) * 1000 / c."windowMs") * c."windowMs" / 1000)
             else date_trunc('day', clock_timestamp(), c."timeZone") end as start,
        case when c."timeZone" is null then to_timestamp((floor(extract(epoch from clock_timestamp()) * 1000 / c."windowMs") + 1) * c."windowMs" / 1000)
             else (date_trunc('day', clock_timestamp() at time zone c."timeZone") + interval '1 day') at time zone c."timeZone" end as "end"
      from jsonb_to_recordset(${JSON.stringify(costs)}::jsonb)
        as c(unit text, "windowMs" float8, most float8, cost integer, "timeZone" text)
    ) w
    left join platform_spending p on p.budget_id = ${budgetId} and p.unit = w.unit and p.window_ms = w."windowMs"`.execute(
    transaction,
  )
  return rows
}
