import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { createId } from '../ids.ts'
import type { Row } from '../tables.ts'

/** What a person said to a change. */
export type ConfirmationDecision = NonNullable<Row<'assistant_confirmations'>['decision']>

/** One line of what a change does, in words. The texts are cleaned. */
export type ShownFact = {
  label: string
  text: string
  /** The record that it names. */
  record?: { type: 'signal' | 'account' | 'deal' | 'list'; id: string } | undefined
}

/** What the person sees before they decide. */
export type ShownChange = {
  title: string
  /** Why it needs a yes. */
  reason: string
  facts: ShownFact[]
}

/** One call: a yes counts for this assistant, tool and input alone. */
export type ConfirmedCall = { orgId: string; assistantId: string; tool: string; inputSha256: Buffer }

export type Confirmation = {
  confirmationId: string
  assistantId: string
  clientName: string
  clientHost: string | null
  tool: string
  shown: ShownChange
  endsAt: Date
  decision: ConfirmationDecision | null
}

/** Asks a person for a yes, and returns the question. A call that was asked about, and does the same, has its open question. */
export async function askForConfirmation(
  database: Database,
  {
    nowMs,
    endsMs,
    ...asked
  }: ConfirmedCall & { personId: string; shown: ShownChange; nowMs: number; endsMs: number },
): Promise<{ confirmationId: string; endsAt: Date }> {
  const open = await ofCall(database, asked, nowMs)
    .select(['confirmation_id as confirmationId', 'ends_at as endsAt'])
    .where('person_id', '=', asked.personId)
    .where('decided_at', 'is', null)
    .where(sql<boolean>`shown -> 'facts' = ${JSON.stringify(asked.shown.facts)}::jsonb`)
    .orderBy('ends_at', 'desc')
    .executeTakeFirst()
  if (open !== undefined) return open
  const [confirmationId, endsAt] = [createId('cnf_', nowMs), new Date(endsMs)]
  await database
    .insertInto('assistant_confirmations')
    .values({
      confirmation_id: confirmationId,
      org_id: asked.orgId,
      assistant_id: asked.assistantId,
      person_id: asked.personId,
      tool: asked.tool,
      input_sha256: asked.inputSha256,
      shown: JSON.stringify(asked.shown),
      ends_at: endsAt,
    })
    .execute()
  return { confirmationId, endsAt }
}

/**
 * Takes a yes for a call, once, with what the person saw. Returns `denied` if the person said no a few minutes ago, and undefined
 * where nothing was decided.
 */
export async function takeConfirmation(
  database: Database,
  { nowMs, ...call }: ConfirmedCall & { nowMs: number },
): Promise<{ confirmationId: string; shown: ShownChange } | 'denied' | undefined> {
  const taken = await database
    .updateTable('assistant_confirmations')
    .set({ used_at: new Date(nowMs) })
    .where(
      'confirmation_id',
      '=',
      ofCall(database, call, nowMs)
        .select('confirmation_id')
        .where('decision', '=', 'allow')
        .where('used_at', 'is', null)
        .orderBy('ends_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['confirmation_id as confirmationId', 'shown'])
    .executeTakeFirst()
  // The cast: it was written by `askForConfirmation`.
  if (taken !== undefined) return { ...taken, shown: taken.shown as ShownChange }
  const denied = await ofCall(database, call, nowMs)
    .select('confirmation_id')
    .where('decision', '=', 'deny')
    .executeTakeFirst()
  return denied && 'denied'
}

/** Returns a question to a person; undefined once it is over, and for anyone else's. */
export async function findConfirmation(
  database: Database | DatabaseTransaction,
  asked: { orgId: string; personId: string; confirmationId: string; nowMs: number },
): Promise<Confirmation | undefined> {
  const row = await database
    .selectFrom('assistant_confirmations as c')
    .innerJoin('assistants as a', 'a.assistant_id', 'c.assistant_id')
    .select(['c.confirmation_id as confirmationId', 'c.assistant_id as assistantId', 'c.tool', 'c.shown'])
    .select(['a.client_name as clientName', 'a.client_host as clientHost', 'c.ends_at as endsAt'])
    .select('c.decision')
    .where('c.confirmation_id', '=', asked.confirmationId)
    .where('c.org_id', '=', asked.orgId)
    .where('c.person_id', '=', asked.personId)
    .where('c.ends_at', '>', new Date(asked.nowMs))
    .where('c.used_at', 'is', null)
    .where('a.ended_at', 'is', null)
    .executeTakeFirst()
  // The cast: it was written by `askForConfirmation`.
  return row && { ...row, shown: row.shown as ShownChange }
}

/** Records what the person decided, until when a yes holds. Returns whether this call decided. */
export async function decideConfirmation(
  transaction: DatabaseTransaction,
  {
    orgId,
    personId,
    confirmationId,
    decision,
    nowMs,
    endsMs,
  }: {
    orgId: string
    personId: string
    confirmationId: string
    decision: ConfirmationDecision
    nowMs: number
    endsMs: number
  },
): Promise<boolean> {
  const now = new Date(nowMs)
  const { numUpdatedRows } = await transaction
    .updateTable('assistant_confirmations')
    .set({ decision, decided_at: now, ends_at: new Date(endsMs) })
    .where('confirmation_id', '=', confirmationId)
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('decided_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Removes questions that show a deleted signal, decided or not: they hold its title. */
export async function forgetQuestionsAbout(
  database: Database | DatabaseTransaction,
  { orgId, signalIds }: { orgId: string; signalIds: readonly string[] },
): Promise<void> {
  await sql`
    delete from assistant_confirmations where org_id = ${orgId} and exists (
      select from jsonb_array_elements(shown -> 'facts') fact
      where fact #>> '{record,type}' = 'signal' and fact #>> '{record,id}' = any(${[...signalIds]}))`.execute(
    database,
  )
}

function ofCall(database: Database, { orgId, assistantId, tool, inputSha256 }: ConfirmedCall, nowMs: number) {
  return database
    .selectFrom('assistant_confirmations')
    .where('org_id', '=', orgId)
    .where('assistant_id', '=', assistantId)
    .where('tool', '=', tool)
    .where('input_sha256', '=', inputSha256)
    .where('ends_at', '>', new Date(nowMs))
}
