import { sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'

/** What decides who gets a lead. */
export type RoutingFacts = {
  /** The people of a workspace who can log in, among those asked for. */
  people: ReadonlySet<string>
  /** Of each account, those of them who have leads of it. */
  peopleByAccount: ReadonlyMap<string, string[]>
}

export async function readRoutingFacts(
  transaction: DatabaseTransaction,
  {
    orgId,
    personIds,
    accountKeys,
  }: { orgId: string; personIds: readonly string[]; accountKeys: readonly string[] },
): Promise<RoutingFacts> {
  const { rows: people } = await sql<{ personId: string }>`
    select person_id as "personId" from people join memberships using (person_id)
    where org_id = ${orgId} and person_id = any(${[...personIds]}) and disabled_at is null`.execute(
    transaction,
  )
  const { rows: known } = await sql<{ accountKey: string; userIds: string[] }>`
    select account_key as "accountKey", array_agg(user_id order by user_id) as "userIds" from account_users
    where org_id = ${orgId} and user_id = any(${[...personIds]}) and account_key = any(${[...accountKeys]})
    group by account_key`.execute(transaction)
  return {
    people: new Set(people.map(({ personId }) => personId)),
    peopleByAccount: new Map(known.map(({ accountKey, userIds }) => [accountKey, userIds])),
  }
}

/** Returns whose turn it is, from 0, and locks it until the transaction ends. */
export async function lockTurn(transaction: DatabaseTransaction, ruleId: string): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    insert into rule_turns (rule_id, turn) values (${ruleId}, 0)
    on conflict (rule_id) do update set turn = rule_turns.turn
    returning turn::float8 as turn`.execute(transaction)
  return rows[0]?.turn ?? 0
}

export async function setTurn(
  transaction: DatabaseTransaction,
  { ruleId, turn }: { ruleId: string; turn: number },
): Promise<void> {
  await sql`update rule_turns set turn = ${turn} where rule_id = ${ruleId}`.execute(transaction)
}
