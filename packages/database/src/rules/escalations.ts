import { type EscalationDefinition, RejectedError } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { lockEscalating } from '../dispatches/escalations/escalation-runs.ts'
import { createId } from '../ids.ts'
import { joinTransaction } from '../join-transaction.ts'
import { checkChannels, checkPeople } from './rules.ts'

export type StoredEscalation = {
  escalationId: string
  orgId: string
  name: string
  definition: EscalationDefinition
  createdAt: Date
  endedAt: Date | null
}

/** Leads to one escalation; with `orgId`, only within that workspace. */
export type EscalationReference = { escalationId: string; orgId?: string | undefined }

/** Undefined members stay unchanged. */
export type EscalationChanges = {
  [Name in 'name' | 'definition']?: StoredEscalation[Name] | undefined
}

/** Throws RejectedError `not_found` for a channel or a person that the workspace does not have. */
export async function createEscalation(
  database: Database,
  { orgId, name, definition }: Pick<StoredEscalation, 'orgId' | 'name' | 'definition'>,
): Promise<StoredEscalation> {
  return joinTransaction(database, async (transaction) => {
    await checkSteps(transaction, orgId, definition)
    const { rows } = await sql<StoredEscalation>`
      insert into escalations (escalation_id, org_id, name, definition)
      values (${createId('esc_')}, ${orgId}, ${name}, ${JSON.stringify(definition)})
      returning ${columns}`.execute(transaction)
    return firstOf(rows)
  })
}

/**
 * Changes the given members, also for the signals that escalate already: their next steps follow the new times, and
 * steps that wait for business hours follow the new hours. Throws RejectedError: `not_found`, `conflict` for one that
 * has ended.
 */
export async function editEscalation(
  database: Database,
  { escalationId, orgId: knownOrgId, name, definition }: EscalationReference & EscalationChanges,
): Promise<StoredEscalation> {
  return joinTransaction(database, async (transaction) => {
    const { orgId } = await getStanding(transaction, { escalationId, orgId: knownOrgId })
    if (definition !== undefined) await checkSteps(transaction, orgId, definition)
    const { rows } = await sql<StoredEscalation>`
      update escalations
      set name = coalesce(${name ?? null}, name),
          definition = coalesce(${definition === undefined ? null : JSON.stringify(definition)}::jsonb, definition)
      where escalation_id = ${escalationId} returning ${columns}`.execute(transaction)
    if (definition !== undefined) await recomputeSteps(transaction, { orgId, escalationId })
    return firstOf(rows)
  })
}

/** Ends an escalation for all signals; one that has ended stays unchanged. Throws RejectedError `not_found`. */
export async function endEscalation(
  database: Database,
  reference: EscalationReference,
): Promise<StoredEscalation> {
  return joinTransaction(database, async (transaction) => {
    const { escalationId } = await getEscalation(transaction, reference)
    await sql`
      update escalations set ended_at = now() where escalation_id = ${escalationId} and ended_at is null`.execute(
      transaction,
    )
    await sql`
      update escalation_runs set due_at = null, outcome = 'ended', ended_at = now()
      where escalation_id = ${escalationId} and ended_at is null`.execute(transaction)
    return getEscalation(transaction, { escalationId })
  })
}

/** Returns all escalations of a workspace, including those that ended; the newest first. */
export async function listEscalations(database: Database, orgId: string): Promise<StoredEscalation[]> {
  return readEscalations(database, sql`org_id = ${orgId}`)
}

/** Returns the escalations of a workspace that have not ended. */
export async function listStandingEscalations(
  database: Database,
  orgId: string,
): Promise<StoredEscalation[]> {
  return readEscalations(database, sql`org_id = ${orgId} and ended_at is null`)
}

/** Throws RejectedError `not_found`. */
export async function getEscalation(
  database: Database,
  { escalationId, orgId }: EscalationReference,
): Promise<StoredEscalation> {
  return firstOf(
    await readEscalations(
      database,
      orgId === undefined
        ? sql`escalation_id = ${escalationId}`
        : sql`escalation_id = ${escalationId} and org_id = ${orgId}`,
    ),
  )
}

async function getStanding(database: Database, reference: EscalationReference): Promise<StoredEscalation> {
  const found = await getEscalation(database, reference)
  if (found.endedAt !== null) throw new RejectedError('conflict', 'The escalation has ended.')
  return found
}

/** Throws RejectedError `not_found` for a channel or a person that the workspace does not have. */
export async function checkSteps(
  database: Database,
  orgId: string,
  { steps }: EscalationDefinition,
): Promise<void> {
  await checkChannels(database, orgId, { channels: steps.map(({ channelId }) => channelId) })
  const people = steps.flatMap(({ personId }) => personId ?? [])
  await checkPeople(database, orgId, people)
}

async function readEscalations(
  database: Database,
  condition: RawBuilder<unknown>,
): Promise<StoredEscalation[]> {
  const { rows } = await sql<StoredEscalation>`
    select ${columns} from escalations where ${condition} order by escalation_id desc`.execute(database)
  return rows
}

function firstOf([escalation]: StoredEscalation[]): StoredEscalation {
  if (escalation === undefined) throw new RejectedError('not_found', 'There is no such escalation.')
  return escalation
}

const columns = sql`
  escalation_id as "escalationId", org_id as "orgId", name, definition, created_at as "createdAt",
  ended_at as "endedAt"`

/** Has workers compute at once when each step of an edited escalation that was not sent is due. */
async function recomputeSteps(
  transaction: DatabaseTransaction,
  { orgId, escalationId }: { orgId: string; escalationId: string },
): Promise<void> {
  // Ends of runs lock them in another order.
  await lockEscalating(transaction, { orgId, as: 'ender' })
  // Runs before messages: a worker that writes a step holds its run, so none is written beside this.
  await sql`
    update escalation_runs set due_at = to_timestamp(0)
    where escalation_id = ${escalationId} and ended_at is null`.execute(transaction)
  const written = sql`
    org_id = ${orgId} and starts_with(rule_id, ${escalationId} || '.') and status = 'pending' and not is_replay`
  // Waits for senders that postpone a step to the old hours; the next statement sees what they wrote.
  await sql`select from messages where ${written} order by message_id for update`.execute(transaction)
  await sql`
    update messages set due_at = created_at
    where ${written} and reason in ('business_hours', 'not_due')`.execute(transaction)
}
