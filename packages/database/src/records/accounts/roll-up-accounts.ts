import {
  type AccountState,
  type AccountSummary,
  accountFactsOf,
  joinSummaries,
  noSignals,
  restsOn,
  type SignalRegisters,
  type SignalState,
} from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import { lockRows, type NewRow, rowsTable } from '../merge/lock-rows.ts'
import type { MergedRecord } from '../merge/merged-record.ts'
import { keysTable, type RecordKey, recordKey } from '../merge/record-key.ts'
import { type AccountDelta, accountDeltas, type Reassignment, type SignalChange } from './account-deltas.ts'
import { updateAccountFilters } from './account-filters.ts'
import type { ChangedAccount } from './changed-account.ts'

type Merged = { signals: MergedRecord<'signal'>[]; registers: MergedRecord<'registers'>[] }

const accountsTable = { table: 'accounts', id: 'account_key', columns: ['is_listed'] }

/**
 * Updates the accounts of signals and registers that were just merged. Joins a new signal with its account's stored
 * summary. If a signal leaves that determines a member of the account, finds the few signals that could replace it by
 * index; never reads them all.
 *
 * Locks the accounts' rows before reading for them, so every transaction sees the result of those before it. Each
 * signal's row is locked by whatever changes the signal or its registers.
 */
export async function rollUpAccounts(transaction: DatabaseTransaction, merged: Merged): Promise<void> {
  const deltas = accountDeltas({
    changes: await signalChanges(transaction, merged),
    reassignments: await reassignments(transaction, merged),
  })
  if (deltas.length === 0) return
  const stored = await lockRows<AccountState, AccountDelta>(transaction, accountsTable, {
    keys: deltas,
    newRow: (delta) => rowOf({ ...delta, state: stateAfter(noSignals, delta) }),
  })
  const beforeOf = (key: RecordKey): AccountState => stored.get(recordKey(key)) ?? noSignals
  const reduced = deltas.filter((delta) => {
    const { summary } = beforeOf(delta)
    return summary !== null && delta.left.some((left) => restsOn(summary, left))
  })
  const summaries = await summarise(transaction, reduced)
  const changed = deltas.map((delta) => {
    const { orgId, id } = delta
    const before = beforeOf(delta)
    return { orgId, id, before, after: stateAfter(before, delta, summaries.get(recordKey(delta))) }
  })
  await updateAccounts(
    transaction,
    changed.filter((account) => stored.has(recordKey(account))),
  )
  await updateAccountFilters(transaction, changed)
}

/** Returns one change for each signal with a document in the batch that changed, or whose registers did. */
async function signalChanges(
  transaction: DatabaseTransaction,
  { signals, registers }: Merged,
): Promise<SignalChange[]> {
  const ofRegisters = new Map(registers.map((one) => [recordKey(one), one]))
  const changed = signals.filter((one) => one.isWritten || ofRegisters.get(recordKey(one))?.isWritten)
  const assignees = await readAssignees(
    transaction,
    changed.filter((one) => !ofRegisters.has(recordKey(one))),
  )
  return changed.map(({ orgId, id, before, after }) => {
    const key = recordKey({ orgId, id })
    const merged = ofRegisters.get(key)
    const assignee = assignees.get(key) ?? null
    return {
      orgId,
      id,
      before: { state: before, userId: merged === undefined ? assignee : userOf(merged.before) },
      after: { state: after, userId: merged === undefined ? assignee : userOf(merged.after) },
    }
  })
}

/** Returns the accounts whose signals were only held while their assignee changed, each with both users. */
async function reassignments(
  transaction: DatabaseTransaction,
  { signals, registers }: Merged,
): Promise<Reassignment[]> {
  const merged = new Set(signals.map(recordKey))
  const moved = registers.filter(
    (one) => userOf(one.before) !== userOf(one.after) && !merged.has(recordKey(one)),
  )
  if (moved.length === 0) return []
  const { rows } = await sql<RecordKey & { accountKey: string }>`
    select org_id as "orgId", signal_id as id, account_key as "accountKey" from signals
    where (org_id, signal_id) in (select * from ${keysTable(moved)}) and account_key is not null`.execute(
    transaction,
  )
  const accountKeys = new Map(rows.map((row) => [recordKey(row), row.accountKey]))
  return moved.flatMap((one) => {
    const accountKey = accountKeys.get(recordKey(one))
    if (accountKey === undefined) return []
    return [{ orgId: one.orgId, id: accountKey, from: userOf(one.before), to: userOf(one.after) }]
  })
}

function userOf(registers: SignalRegisters | undefined): string | null {
  return registers?.assignedTo?.value?.userId ?? null
}

async function readAssignees(
  transaction: DatabaseTransaction,
  keys: RecordKey[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<RecordKey & { userId: string }>`
    select org_id as "orgId", signal_id as id, assigned_user_id as "userId" from signal_registers
    where (org_id, signal_id) in (select * from ${keysTable(keys)}) and assigned_user_id is not null`.execute(
    transaction,
  )
  return new Map(rows.map((row) => [recordKey(row), row.userId]))
}

/**
 * Summarises the signals of these accounts. Reads only the first, the last and the best of them, with the first and
 * last separate for signals that name or locate the account and those that do not.
 */
async function summarise(
  transaction: DatabaseTransaction,
  keys: RecordKey[],
): Promise<Map<string, AccountSummary | null>> {
  const summaries = new Map<string, AccountSummary | null>(keys.map((key) => [recordKey(key), null]))
  if (keys.length === 0) return summaries
  const { rows } = await sql<RecordKey & { signalId: string; state: SignalState }>`
    select k.org_id as "orgId", k.account_key as id, s.signal_id as "signalId", s.state
    from ${keysTable(keys)} as k (org_id, account_key)
    cross join (values (true, true), (true, false), (false, true), (false, false)) as said (name, region)
    cross join lateral (
      (${ofAccount} and names_account = said.name and locates_account = said.region
       order by posted_at desc, signal_id desc limit 1)
      union all
      (${ofAccount} and names_account = said.name and locates_account = said.region
       order by posted_at, signal_id limit 1)
    ) s
    union all
    select k.org_id, k.account_key, s.signal_id, s.state
    from ${keysTable(keys)} as k (org_id, account_key)
    cross join lateral (
      ${ofAccount} order by coalesce(score_version, 1::smallint) desc, relevance_score desc limit 1
    ) s`.execute(transaction)
  for (const { signalId, state, ...account } of rows) {
    const said = accountFactsOf(signalId, state)?.summary ?? null
    summaries.set(recordKey(account), joinSummaries(summaries.get(recordKey(account)) ?? null, said))
  }
  return summaries
}

const ofAccount = sql`
  select signal_id, state from signals where org_id = k.org_id and account_key = k.account_key`

async function updateAccounts(transaction: DatabaseTransaction, accounts: ChangedAccount[]): Promise<void> {
  if (accounts.length === 0) return
  const rows = accounts.map(({ orgId, id, after }) => rowOf({ orgId, id, state: after }))
  await sql`
    update accounts a set state = n.state, is_listed = n.is_listed
    from ${rowsTable(accountsTable, rows)} n
    where a.org_id = n.org_id and a.account_key = n.account_key`.execute(transaction)
}

function rowOf({ orgId, id, state }: RecordKey & { state: AccountState }): NewRow {
  return { orgId, id, state, columns: { is_listed: state.signalCount > 0 } }
}

function stateAfter(
  { signalCount, users, summary }: AccountState,
  delta: AccountDelta,
  summarised?: AccountSummary | null,
): AccountState {
  return {
    signalCount: signalCount + delta.signals,
    users: addUsers(users, delta.users),
    summary: summarised === undefined ? joinSummaries(summary, delta.joined) : summarised,
  }
}

function addUsers(users: AccountState['users'], added: Map<string, number>): AccountState['users'] {
  if (added.size === 0) return users
  const signals = new Map(users.map((one) => [one.userId, one.signals]))
  for (const [userId, more] of added) signals.set(userId, (signals.get(userId) ?? 0) + more)
  return [...signals]
    .filter(([, count]) => count > 0)
    .map(([userId, count]) => ({ userId, signals: count }))
    .sort((a, b) => (a.userId < b.userId ? -1 : 1))
}
