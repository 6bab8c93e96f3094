import { RejectedError, type RuleDefinition } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { createId } from '../ids.ts'
import { joinTransaction } from '../join-transaction.ts'

/** A rule of a workspace. `position` is its place in the order, from 1. */
export type StoredRule = {
  ruleId: string
  orgId: string
  name: string
  position: number
  enabled: boolean
  definition: RuleDefinition
  createdAt: Date
}

/** Identifies one rule; with `orgId`, only within that workspace. */
export type RuleReference = { ruleId: string; orgId?: string | undefined }

/** Absent and undefined members stay unchanged. */
export type RuleChanges = {
  [Name in 'name' | 'definition' | 'position']?: StoredRule[Name] | undefined
}

/**
 * Creates a rule at its place in the order; without a `position`, after all others. Throws RejectedError `not_found`
 * for a channel that the workspace does not have.
 */
export async function createRule(
  database: Database,
  { orgId, name, definition, position }: NewRule,
): Promise<StoredRule> {
  return joinTransaction(database, async (transaction) => {
    await lockRules(transaction, orgId)
    return insertRule(transaction, { orgId, name, definition, position })
  })
}

export type NewRule = Pick<StoredRule, 'orgId' | 'name' | 'definition'> & { position?: number | undefined }

/** Requires that no other transaction orders the same rules. */
export async function insertRule(
  transaction: DatabaseTransaction,
  { orgId, name, definition, position }: NewRule,
): Promise<StoredRule> {
  const ruleId = createId('rul_')
  await checkChannels(transaction, orgId, definition)
  await checkPeople(transaction, orgId, definition.assign?.roundRobin ?? [])
  await sql`
    insert into rules (rule_id, org_id, name, position, definition)
    values (${ruleId}, ${orgId}, ${name}, 0, ${JSON.stringify(definition)})`.execute(transaction)
  await placeRule(transaction, { orgId, ruleId, position: position ?? lastPosition })
  return getRule(transaction, { ruleId })
}

/** Changes the given members only. Throws RejectedError `not_found`. */
export async function editRule(
  database: Database,
  { ruleId, orgId: knownOrgId, ...changes }: RuleReference & RuleChanges,
): Promise<StoredRule> {
  const { orgId } = await getRule(database, { ruleId, orgId: knownOrgId })
  const { name = null, definition, position } = changes
  return joinTransaction(database, async (transaction) => {
    await lockRules(transaction, orgId)
    if (definition !== undefined) {
      await checkChannels(transaction, orgId, definition)
      await checkPeople(transaction, orgId, definition.assign?.roundRobin ?? [])
    }
    await sql`
      update rules
      set name = coalesce(${name}, name),
          definition = coalesce(${definition === undefined ? null : JSON.stringify(definition)}::jsonb, definition)
      where ${isRule({ ruleId, orgId })}`.execute(transaction)
    if (position !== undefined) await placeRule(transaction, { orgId, ruleId, position })
    return getRule(transaction, { ruleId, orgId })
  })
}

/** Throws RejectedError `not_found`. */
export async function setRuleEnabled(
  database: Database,
  { ruleId, orgId, enabled }: RuleReference & { enabled: boolean },
): Promise<StoredRule> {
  await sql`update rules set enabled = ${enabled} where ${isRule({ ruleId, orgId })}`.execute(database)
  return getRule(database, { ruleId, orgId })
}

/** Deletes a rule and leaves a tombstone. Throws RejectedError `not_found`. */
export async function deleteRule(database: Database, rule: RuleReference): Promise<StoredRule> {
  const found = await getRule(database, rule)
  await joinTransaction(database, async (transaction) => {
    await lockRules(transaction, found.orgId)
    await sql`update rules set deleted_at = now() where ${isRule(found)}`.execute(transaction)
    await placeRule(transaction, { orgId: found.orgId })
  })
  return found
}

/** Returns the rules of one workspace in order. */
export async function listRules(database: Database, orgId: string): Promise<StoredRule[]> {
  return readRules(database, sql`org_id = ${orgId} and deleted_at is null`)
}

/** Throws RejectedError `not_found`. */
export async function getRule(database: Database, rule: RuleReference): Promise<StoredRule> {
  const [found] = await readRules(database, isRule(rule))
  if (found === undefined) throw new RejectedError('not_found', 'There is no such rule.')
  return found
}

const lastPosition = 2_147_483_647

/** Prevents others from ordering the same rules until the transaction ends. */
export async function lockRules(transaction: DatabaseTransaction, orgId: string): Promise<void> {
  await sql`select from workspaces where org_id = ${orgId} for no key update`.execute(transaction)
}

/** Throws RejectedError `not_found` for a channel that the workspace does not have. */
export async function checkChannels(
  database: Database,
  orgId: string,
  { channels }: Pick<RuleDefinition, 'channels'>,
): Promise<void> {
  if (channels === 'all') return
  const { rows } = await sql<{ channelId: string }>`
    select channel_id as "channelId" from unnest(${channels}::text[]) as named (channel_id)
    where not exists (select from channels c where c.channel_id = named.channel_id and org_id = ${orgId})
    limit 1`.execute(database)
  const [missing] = rows
  if (missing !== undefined) {
    throw new RejectedError('not_found', `The workspace has no channel ${missing.channelId}.`)
  }
}

/** Throws RejectedError `not_found` for a person who is not in the workspace. */
export async function checkPeople(
  database: Database,
  orgId: string,
  personIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ personId: string }>`
    select person_id as "personId" from unnest(${[...personIds]}::text[]) as named (person_id)
    where not exists (select from memberships m where m.person_id = named.person_id and org_id = ${orgId})
    limit 1`.execute(database)
  const [missing] = rows
  if (missing !== undefined) {
    throw new RejectedError('not_found', `There is no person ${missing.personId} in the workspace.`)
  }
}

/** Numbers the rules of a workspace from 1 without gaps, with one of them at the requested place. */
async function placeRule(
  transaction: DatabaseTransaction,
  { orgId, ruleId = '', position = lastPosition }: { orgId: string; ruleId?: string; position?: number },
): Promise<void> {
  await sql`
    with others as (
      select rule_id, row_number() over (order by position, rule_id) as place
      from rules where org_id = ${orgId} and deleted_at is null and rule_id <> ${ruleId}
    ),
    placed as (
      select rule_id, case when place >= ${position} then place + 1 else place end as place from others
      union all
      select ${ruleId}, least(${position}, (select count(*) + 1 from others))
    )
    update rules r set position = place from placed
    where r.rule_id = placed.rule_id and org_id = ${orgId} and position <> place`.execute(transaction)
}

function isRule({ ruleId, orgId }: RuleReference): RawBuilder<unknown> {
  return orgId === undefined
    ? sql`rule_id = ${ruleId} and deleted_at is null`
    : sql`rule_id = ${ruleId} and org_id = ${orgId} and deleted_at is null`
}

async function readRules(database: Database, condition: RawBuilder<unknown>): Promise<StoredRule[]> {
  const { rows } = await sql<StoredRule>`
    select rule_id as "ruleId", org_id as "orgId", name, position, enabled, definition, created_at as "createdAt"
    from rules where ${condition} order by position, rule_id`.execute(database)
  return rows
}
