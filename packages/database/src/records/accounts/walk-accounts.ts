import { type Account, type AccountState, accountFrom } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { containsWords } from '../contains-words.ts'
import type { AccountFilters } from './read-accounts.ts'
import { regionTerm } from './region-terms.ts'

const mostWalked = 5_000

type Row = { accountKey: string | null; state: AccountState | null; last: string | null }

/**
 * Returns accounts whose names contain all words after the account `after`, by accountKey. A page that looked at 5,000
 * accounts ends early, even without one; `reached` is the last that was looked at.
 */
export async function walkAccounts(
  database: Database,
  {
    orgId,
    words,
    filters: { assignedTo, region },
    after = '',
    limit,
    most = mostWalked,
  }: {
    orgId: string
    words: string
    filters: AccountFilters
    after?: string | undefined
    limit: number
    most?: number
  },
): Promise<{ accounts: Account[]; reached?: string }> {
  const named = sql`coalesce(state #>> '{summary,named,text}', substr(account_key, 3))`
  const conditions = [
    sql`true`,
    ...containsWords(named, words),
    ...(assignedTo === undefined
      ? []
      : [
          sql`exists (select from account_users u
                      where u.org_id = ${orgId} and u.account_key = w.account_key and u.user_id = ${assignedTo})`,
        ]),
    ...(region === undefined
      ? []
      : [
          sql`exists (select from account_regions g
                      where g.org_id = ${orgId} and g.account_key = w.account_key and g.term = ${regionTerm(region)})`,
        ]),
  ]
  const { rows } = await sql<Row>`
    with walked as materialized (
      select account_key, state from accounts
      where org_id = ${orgId} and is_listed and account_key > ${after} order by account_key limit ${most}
    ), found as (
      select * from walked w where ${sql.join(conditions, sql` and `)} order by account_key limit ${limit}
    )
    select found.account_key as "accountKey", found.state, last.account_key as last
    from (values (true)) one
    left join lateral (select account_key from walked order by account_key offset ${most - 1}) last on true
    left join found on true
    order by found.account_key`.execute(database)
  const accounts = rows.flatMap(({ accountKey, state }) =>
    accountKey === null || state === null ? [] : (accountFrom({ accountKey, state }) ?? []),
  )
  const last = rows[0]?.last ?? null
  return { accounts, ...(accounts.length < limit && last !== null && { reached: last }) }
}
