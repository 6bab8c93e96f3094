import { type Account, type AccountState, accountFrom, type Instant } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { regionTerm } from './region-terms.ts'

/** Conditions that must all match; a region matches an account's whole region or one of its comma-separated parts. */
export type AccountFilters = { assignedTo?: string | undefined; region?: string | undefined }

type Asked = {
  orgId: string
  filters: AccountFilters
  /** An accountKey. */
  after?: string | undefined
  limit: number
}

/** Returns accounts with signals after `after`, by accountKey in the order of its UTF-8 bytes. */
export async function listAccounts(
  database: Database,
  { orgId, filters: { assignedTo, region }, after = '', limit }: Asked,
): Promise<Account[]> {
  const accounts: Source = { table: 'accounts', condition: sql`is_listed` }
  const [first, ...others] = [
    ...(assignedTo === undefined
      ? []
      : [{ table: 'account_users', condition: sql`user_id = ${assignedTo}` }]),
    ...(region === undefined
      ? []
      : [{ table: 'account_regions', condition: sql`term = ${regionTerm(region)}` }]),
    accounts,
  ]
  const [walked, key] = [sql.table(first.table), sql.ref(`${first.table}.account_key`)]
  const { rows } = await sql<{ accountKey: string; state: AccountState }>`
    select ${key} as "accountKey", accounts.state
    from ${walked} ${sql.join(
      others.map((source) => lookedUp(source, walked)),
      sql` `,
    )}
    where ${walked}.org_id = ${orgId} and ${first.condition} and ${key} > ${after}
    order by ${key}
    limit ${limit}`.execute(database)
  return rows.map(accountFrom).filter((account) => account !== undefined)
}

/** Undefined where no signal has this accountKey now. */
export async function findAccount(
  database: Database,
  { orgId, accountKey }: { orgId: string; accountKey: string },
): Promise<Account | undefined> {
  const { rows } = await sql<{ accountKey: string; state: AccountState }>`
    select account_key as "accountKey", state from accounts
    where org_id = ${orgId} and account_key = ${accountKey} and is_listed`.execute(database)
  return rows[0] && accountFrom(rows[0])
}

/** A signal of an account, in its order of time. */
export type AccountSignal = { signalId: string; postedAt: Instant; relevanceScore: number }

/** Returns the latest signals of an account, the latest first. */
export async function listAccountSignals(
  database: Database,
  { orgId, accountKey, limit }: { orgId: string; accountKey: string; limit: number },
): Promise<(AccountSignal & { title: string })[]> {
  const { rows } = await sql<Omit<AccountSignal, 'postedAt'> & { postedAt: Date; title: string }>`
    select signal_id as "signalId", posted_at as "postedAt", relevance_score as "relevanceScore",
           left(state #>> '{last,document,title}', 300) as title
    from signals where org_id = ${orgId} and account_key = ${accountKey}
    order by posted_at desc, signal_id desc
    limit ${limit}`.execute(database)
  return rows.map((row) => ({ ...row, postedAt: row.postedAt.toISOString() }))
}

type Source = { table: string; condition: RawBuilder<unknown> }

/** Looks rows up by key one by one: `offset 0` keeps the order of the walk, so it stops when the page is full. */
function lookedUp({ table, condition }: Source, walked: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    cross join lateral (
      select * from ${sql.table(table)} t
      where t.org_id = ${walked}.org_id and t.account_key = ${walked}.account_key and ${condition}
      offset 0
    ) ${sql.ref(table)}`
}
