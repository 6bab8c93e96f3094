import { type Instant, instantOf } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { createId } from '../ids.ts'

/** One call of a tool by an assistant. */
export type AssistantCall = {
  at: Instant
  orgId: string
  assistantId: string
  personId: string
  tool: string
  /** Without free text. */
  arguments: Record<string, string | number | boolean>
  outcome: 'answered' | 'asked' | 'refused' | 'limited' | 'failed'
  rows: number
  characters: number
  milliseconds: number
}

/** Writes calls with one statement. */
export async function recordAssistantCalls(
  database: Database,
  calls: readonly AssistantCall[],
): Promise<void> {
  const rows = calls.map(({ orgId, assistantId, personId, ...call }) => ({
    ...call,
    ...{ org_id: orgId, assistant_id: assistantId, person_id: personId },
    call_id: createId('acl_', Date.parse(call.at)),
  }))
  await sql`
    insert into assistant_calls
      (org_id, call_id, at, assistant_id, person_id, tool, arguments, outcome, rows, characters, milliseconds)
    select org_id, call_id, at, assistant_id, person_id, tool, arguments, outcome, rows, characters, milliseconds
    from json_populate_recordset(null::assistant_calls, ${JSON.stringify(rows)})`.execute(database)
}

/** A place in the list of calls. */
export type CallPosition = { at: Instant; callId: string }

/** Returns the calls of a workspace, the newest first. */
export async function listAssistantCalls(
  database: Database,
  {
    orgId,
    since,
    personId,
    assistantId,
    before,
    limit,
  }: {
    orgId: string
    since?: Instant | undefined
    personId?: string | undefined
    assistantId?: string | undefined
    before?: CallPosition | undefined
    limit: number
  },
): Promise<(AssistantCall & { callId: string })[]> {
  const conditions = [
    sql`org_id = ${orgId}`,
    ...(since === undefined ? [] : [sql`at >= ${since}::timestamptz`]),
    ...(personId === undefined ? [] : [sql`person_id = ${personId}`]),
    ...(assistantId === undefined ? [] : [sql`assistant_id = ${assistantId}`]),
    ...(before === undefined ? [] : [sql`(at, call_id) < (${before.at}::timestamptz, ${before.callId})`]),
  ]
  const { rows } = await sql<Omit<AssistantCall, 'at'> & { at: Date; callId: string }>`
    select call_id as "callId", at, org_id as "orgId", assistant_id as "assistantId", person_id as "personId", tool,
           arguments, outcome, rows, characters, milliseconds
    from assistant_calls where ${sql.join(conditions, sql` and `)}
    order by at desc, call_id desc limit ${limit}`.execute(database)
  return rows.map((row) => ({ ...row, at: instantOf(row.at.getTime()) }))
}

/** Whether an assistant got an answer of one of the tools since a moment. */
export async function hasCalledSince(
  database: Database,
  {
    orgId,
    assistantId,
    tools,
    since,
  }: { orgId: string; assistantId: string; tools: readonly string[]; since: Instant },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from assistant_calls
      where org_id = ${orgId} and at >= ${since}::timestamptz and assistant_id = ${assistantId}
        and tool = any(${tools}::text[]) and outcome = 'answered'
    ) as found`.execute(database)
  return rows[0]?.found !== false // a check that cannot decide refuses
}
