import type { AccountState } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import type { ChangedAccount } from './changed-account.ts'
import { regionTerms } from './region-terms.ts'

type Filter = {
  table: string
  column: string
  isSame: (before: AccountState, after: AccountState) => boolean
  valuesOf: (state: AccountState) => string[]
}

/** The filters of accounts: a row for each value that an account has now. */
const filters: Filter[] = [
  {
    table: 'account_users',
    column: 'user_id',
    isSame: (before, after) => before.users === after.users,
    valuesOf: ({ users }) => users.map(({ userId }) => userId),
  },
  {
    table: 'account_regions',
    column: 'term',
    isSame: (before, after) => before.summary?.located?.text === after.summary?.located?.text,
    valuesOf: ({ summary }) => (summary?.located ? regionTerms(summary.located.text) : []),
  },
]

/** Requires that the accounts' rows are locked. */
export async function updateAccountFilters(
  transaction: DatabaseTransaction,
  accounts: ChangedAccount[],
): Promise<void> {
  for (const filter of filters) {
    const removed: Row[] = []
    const added: Row[] = []
    for (const { orgId, id, before, after } of accounts) {
      if (filter.isSame(before, after)) continue
      const had = new Set(filter.valuesOf(before))
      const has = new Set(filter.valuesOf(after))
      for (const value of had.difference(has)) removed.push({ orgId, value, id })
      for (const value of has.difference(had)) added.push({ orgId, value, id })
    }
    await deleteRows(transaction, filter, removed)
    await insertRows(transaction, filter, added)
  }
}

type Row = { orgId: string; value: string; id: string }

async function deleteRows(
  transaction: DatabaseTransaction,
  { table, column }: Filter,
  rows: Row[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    delete from ${sql.table(table)}
    where (org_id, ${sql.ref(column)}, account_key) in (select * from ${rowsTable(rows)})`.execute(
    transaction,
  )
}

async function insertRows(
  transaction: DatabaseTransaction,
  { table, column }: Filter,
  rows: Row[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into ${sql.table(table)} (org_id, ${sql.ref(column)}, account_key)
    select * from ${rowsTable(rows)}`.execute(transaction)
}

function rowsTable(rows: Row[]) {
  return sql`unnest(${rows.map(({ orgId }) => orgId)}::text[], ${rows.map(({ value }) => value)}::text[],
                    ${rows.map(({ id }) => id)}::text[])`
}
