import { type AccountState, accountFrom } from '@signalpost/domain'
import type { RollUp } from '@signalpost/testing'
import type pg from 'pg'

/** Reads the stored states of a workspace's records by `<record> <id>`, in the form of `foldEvents`. */
export async function readStates(client: pg.ClientBase, orgId: string): Promise<Map<string, unknown>> {
  const { rows } = await client.query<{ key: string; state: unknown }>(
    `select 'listener ' || listener_id as key, state from listeners where org_id = $1
     union all select 'signal ' || signal_id, state from signals where org_id = $1
     union all select 'registers ' || signal_id, state from signal_registers where org_id = $1
     union all select 'deal ' || deal_id, state from deals where org_id = $1`,
    [orgId],
  )
  return new Map(rows.map((row) => [row.key, row.state]))
}

/** Reads the stored accounts and counts of a workspace, in the form of `rollUpNaively`. */
export async function readRollUp(client: pg.ClientBase, orgId: string): Promise<RollUp> {
  const accounts = await client.query<{ accountKey: string; state: AccountState }>(
    `select account_key as "accountKey", state from accounts where org_id = $1 and is_listed order by account_key`,
    [orgId],
  )
  const counts = await client.query<{ listenerId: string; count: number }>(
    `select listener_id as "listenerId", sum(signal_count)::int as count from listener_counts where org_id = $1
     group by listener_id having sum(signal_count) <> 0`,
    [orgId],
  )
  return {
    accounts: accounts.rows.flatMap((row) => accountFrom(row) ?? []),
    signalCounts: Object.fromEntries(counts.rows.map(({ listenerId, count }) => [listenerId, count])),
  }
}
