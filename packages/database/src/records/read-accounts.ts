import { type Account, type AccountState, accountFrom } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { regionTerm } from './region-terms.ts'

/** Conditions that must all hold; a region is the whole of an account's or one of its comma-separated parts. */
export type AccountFilters = { assignedTo?: string | undefined; region?: string | undefined }

type Asked = {
  orgId: string
  filters: AccountFilters
  /** An accountKey. */
  after?: string | undefined
  limit: number
}

/** Accounts that have signals, by accountKey in the order of its UTF-8 bytes, from behind `after` on. */
export async function listAccounts(
  database: Database,
  { orgId, filters: { assignedTo, region }, after = '', limit }: Asked,
): Promise<Account[]> {
  const joins = [
    ...(assignedTo === undefined ? [] : [having('account_users', 'user_id', assignedTo)]),
    ...(region === undefined ? [] : [having('account_regions', 'term', regionTerm(region))]),
  ]
  const { rows } = await sql<{ accountKey: string; state: AccountState }>`
    select a.account_key as "accountKey", a.state
    from accounts a ${sql.join(joins, sql` `)}
    where a.org_id = ${orgId} and a.is_listed and a.account_key > ${after}
    order by a.account_key
    limit ${limit}`.execute(database)
  return rows.map(accountFrom).filter((account) => account !== undefined)
}

function having(table: string, column: string, value: string): RawBuilder<unknown> {
  const [filter, has] = [sql.table(table), sql.ref(`${table}.${column}`)]
  return sql`join ${filter} on ${filter}.org_id = a.org_id and ${filter}.account_key = a.account_key and ${has} = ${value}`
}
