import { type AccountState, accountFrom, mergeStates, type RecordStates } from '@signalpost/domain'
import type { RollUp } from '@signalpost/testing'
import type pg from 'pg'

// The cast: merging fills in what is absent.
const unset = { deletedBy: null } as RecordStates['registers']
const noRegisters = mergeStates.registers(unset, unset)

/**
 * Reads the stored states of a workspace's records by `<record> <id>`, in the form of `foldEvents`. A register that the
 * version which stored a state did not know is absent there, which means the same as one without a value.
 */
export async function readStates(client: pg.ClientBase, orgId: string): Promise<Map<string, unknown>> {
  const { rows } = await client.query<{ key: string; state: object }>(
    `select 'listener ' || listener_id as key, state from listeners where org_id = $1
     union all select 'signal ' || signal_id, state from signals where org_id = $1
     union all select 'registers ' || signal_id, state from signal_registers where org_id = $1
     union all select 'deal ' || deal_id, state from deals where org_id = $1`,
    [orgId],
  )
  return new Map(
    rows.map(({ key, state }) => [key, key.startsWith('registers ') ? { ...noRegisters, ...state } : state]),
  )
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
