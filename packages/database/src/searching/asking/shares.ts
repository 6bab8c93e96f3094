import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../database.ts'

/** A window of a budget, with what one request costs of it. */
type Window = {
  unit: string
  windowMs: number
  windowStart: Date
  most: number
  cost: number
  leftMs: number
}

type Sharer = { budgetId: string; orgId: string }

/** The part of a shared budget that is divided. The rest is for a workspace that begins to ask. */
const dividedShare = 0.9

/**
 * Takes what one request costs of a workspace's share of the windows. They are divided evenly among the workspaces that
 * asked in this window or the one before; a workspace that is refused has asked too. Returns how long to wait where the
 * share is used up; then nothing is taken. Needs the lock of the budget.
 */
export async function takeShares(
  transaction: DatabaseTransaction,
  { budgetId, orgId, windows }: Sharer & { windows: readonly Window[] },
): Promise<{ waitMs: number } | undefined> {
  const waits: number[] = []
  const taken: (Window & { used: number })[] = []
  for (const window of windows) {
    const { unit, windowMs, windowStart, most, cost, leftMs } = window
    const { rows } = await sql<{ sharers: number; used: number }>`
      select count(*) filter (where org_id <> ${orgId})::integer + 1 as sharers,
             coalesce(max(used) filter (where org_id = ${orgId} and window_start = ${windowStart}), 0) as used
      from platform_shares
      where budget_id = ${budgetId} and unit = ${unit} and window_ms = ${windowMs}
        and window_start >= ${windowStart}::timestamptz - make_interval(secs => ${windowMs / 1000})`.execute(
      transaction,
    )
    const { sharers = 1, used = 0 } = rows[0] ?? {}
    const share = Math.max(cost, Math.ceil((most * dividedShare) / sharers))
    if (used + cost > share) waits.push(leftMs)
    taken.push({ ...window, used })
  }
  const isRefused = waits.length > 0
  for (const { unit, windowMs, windowStart, used, cost } of taken) {
    await sql`
      insert into platform_shares (budget_id, org_id, unit, window_ms, window_start, used)
      values (${budgetId}, ${orgId}, ${unit}, ${windowMs}, ${windowStart}, ${isRefused ? used : used + cost})
      on conflict on constraint platform_shares_pkey
      do update set window_start = excluded.window_start, used = excluded.used`.execute(transaction)
  }
  return isRefused ? { waitMs: Math.max(...waits) } : undefined
}

/** Gives back to a workspace what a request did not cost. */
export async function returnShares(
  database: Database,
  {
    budgetId,
    orgId,
    windows,
    unspent,
  }: Sharer & { windows: readonly Pick<Window, 'unit' | 'windowMs' | 'windowStart'>[]; unspent: number },
): Promise<void> {
  for (const { unit, windowMs, windowStart } of windows) {
    await sql`
      update platform_shares set used = greatest(0, used - ${unspent})
      where budget_id = ${budgetId} and org_id = ${orgId} and unit = ${unit} and window_ms = ${windowMs}
        and window_start = ${windowStart}`.execute(database)
  }
}
