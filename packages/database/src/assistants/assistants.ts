import { RejectedError, type Scope } from '@signalpost/domain'
import { type InferResult, sql } from 'kysely'
import type { Database, DatabasePool, DatabaseTransaction } from '../database.ts'
import { createId } from '../ids.ts'
import type { Row } from '../tables.ts'

/** How an assistant ended before its time. */
export type AssistantEnd = NonNullable<Row<'assistants'>['end_reason']>

/** What a client says of itself, and the host that a metadata document proves. */
export type AssistantClient = {
  clientId: string
  clientName: string
  /** Null for a client that registered itself. */
  clientHost: string | null
  /** Where it sends people back. */
  redirectUri: string
}

/** A client that a person connected to a workspace. */
export type Assistant = AssistantClient & {
  assistantId: string
  orgId: string
  personId: string
  scopes: Scope[]
  createdAt: Date
  usedAt: Date | null
  endsAt: Date
  endedAt: Date | null
  endReason: AssistantEnd | null
}

/** Creates an assistant that is connected once its authorization was taken by the browser that began. */
export async function createAssistant(
  transaction: DatabaseTransaction,
  {
    assistantId,
    nowMs,
    endsMs,
    ...assistant
  }: AssistantClient & {
    assistantId: string
    orgId: string
    personId: string
    scopes: readonly Scope[]
    nowMs: number
    endsMs: number
  },
): Promise<Assistant> {
  const row = await transaction
    .insertInto('assistants')
    .values({
      assistant_id: assistantId,
      org_id: assistant.orgId,
      person_id: assistant.personId,
      client_id: assistant.clientId,
      client_name: assistant.clientName,
      client_host: assistant.clientHost,
      redirect_uri: assistant.redirectUri,
      scopes: [...assistant.scopes],
      created_at: new Date(nowMs),
      ends_at: new Date(endsMs),
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return assistantOf(row)
}

export function createAssistantId(nowMs: number): string {
  return createId('ast_', nowMs)
}

/** Returns the assistants that were connected to a workspace, of one person if it is given; the newest first, `after` one. */
export async function listAssistants(
  database: Database,
  {
    orgId,
    personId,
    after,
    limit,
  }: { orgId: string; personId?: string | undefined; after?: string | undefined; limit: number },
): Promise<Assistant[]> {
  const rows = await database
    .selectFrom('assistants')
    .select(columns)
    .where('org_id', '=', orgId)
    .where('connected_at', 'is not', null)
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
    .$if(after !== undefined, (query) => query.where('assistant_id', '<', after ?? ''))
    .orderBy('assistant_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(assistantOf)
}

/** Returns an assistant that was connected to a workspace; undefined where there is none. */
export async function findAssistant(
  database: Database,
  { orgId, assistantId }: { orgId: string; assistantId: string },
): Promise<Assistant | undefined> {
  const row = await database
    .selectFrom('assistants')
    .select(columns)
    .where('assistant_id', '=', assistantId)
    .where('org_id', '=', orgId)
    .where('connected_at', 'is not', null)
    .executeTakeFirst()
  return row && assistantOf(row)
}

/** Returns what the clients of assistants call themselves, by the ids of the assistants. */
export async function findAssistantNames(
  database: Database,
  { orgId, assistantIds }: { orgId: string; assistantIds: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (assistantIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('assistants')
    .select(['assistant_id as assistantId', 'client_name as clientName'])
    .where('org_id', '=', orgId)
    .where('assistant_id', 'in', assistantIds)
    .execute()
  return new Map(rows.map(({ assistantId, clientName }) => [assistantId, clientName]))
}

/** Returns an assistant of a workspace, and locks it. Throws RejectedError `not_found`. */
export async function lockAssistant(
  transaction: DatabaseTransaction,
  { orgId, assistantId }: { orgId?: string | undefined; assistantId: string },
): Promise<Assistant> {
  const row = await transaction
    .selectFrom('assistants')
    .select(columns)
    .where('assistant_id', '=', assistantId)
    .where('connected_at', 'is not', null)
    .$if(orgId !== undefined, (query) => query.where('org_id', '=', orgId ?? ''))
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new RejectedError('not_found', 'There is no such assistant.')
  return assistantOf(row)
}

/** Ends assistants for a reason, with their codes and tokens. Those that have ended stay as they are. */
export async function endAssistants(
  transaction: Database | DatabaseTransaction,
  {
    nowMs,
    reason,
    ...which
  }: { nowMs: number; reason: AssistantEnd } & (
    | { assistantId: string }
    | { orgId: string; personId: string }
  ),
): Promise<string[]> {
  const now = new Date(nowMs)
  const rows = await transaction
    .with('ended', (query) =>
      query
        .updateTable('assistants')
        .set({ ended_at: now, end_reason: reason })
        .where('ended_at', 'is', null)
        .$if('assistantId' in which, (update) =>
          update.where('assistant_id', '=', 'assistantId' in which ? which.assistantId : ''),
        )
        .$if('personId' in which, (update) =>
          update
            .where('org_id', '=', 'personId' in which ? which.orgId : '')
            .where('person_id', '=', 'personId' in which ? which.personId : ''),
        )
        .returning('assistant_id'),
    )
    .with('dropped', (query) =>
      query
        .deleteFrom('oauth_artifacts')
        .where('assistant_id', 'in', (select) => select.selectFrom('ended').select('assistant_id')),
    )
    .selectFrom('ended')
    .select('assistant_id as assistantId')
    .orderBy('assistant_id')
    .execute()
  return rows.map(({ assistantId }) => assistantId)
}

/**
 * Returns the assistants of a workspace that ended since a moment because a code or a token was used again, and whose
 * person has connected the client to no other since.
 */
export async function findReusedAssistants(
  database: Database,
  { orgId, sinceMs }: { orgId: string; sinceMs: number },
): Promise<{ assistantId: string; personId: string; personName: string | null }[]> {
  return await database
    .selectFrom('assistants as a')
    .innerJoin('people as p', 'p.person_id', 'a.person_id')
    .select(['a.assistant_id as assistantId', 'a.person_id as personId', 'p.name as personName'])
    .where('a.org_id', '=', orgId)
    .where('a.end_reason', '=', 'reuse')
    .where('a.ended_at', '>', new Date(sinceMs))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('assistants as b')
            .select('b.assistant_id')
            .whereRef('b.org_id', '=', 'a.org_id')
            .whereRef('b.person_id', '=', 'a.person_id')
            .whereRef('b.client_name', '=', 'a.client_name')
            .whereRef('b.connected_at', '>', 'a.ended_at'),
        ),
      ),
    )
    .orderBy('a.assistant_id')
    .execute()
}

/** Ends the assistant of a code, a token or a grant. */
export async function endAssistantOfArtifact(
  database: Database,
  { artifactSha256, nowMs, reason }: { artifactSha256: Buffer; nowMs: number; reason: AssistantEnd },
): Promise<void> {
  const artifact = await database
    .selectFrom('oauth_artifacts')
    .select('assistant_id as assistantId')
    .where('artifact_sha256', '=', artifactSha256)
    .executeTakeFirst()
  if (artifact?.assistantId == null) return
  await endAssistants(database, { assistantId: artifact.assistantId, nowMs, reason })
}

/** Whether an assistant may still get tokens: neither ended nor without a person of the workspace who may log in. */
export async function isAssistantActive(
  database: Database,
  { assistantId, nowMs }: { assistantId: string; nowMs: number },
): Promise<boolean> {
  const row = await database
    .selectFrom('assistants as a')
    .innerJoin('people as p', 'p.person_id', 'a.person_id')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.org_id', '=', 'a.org_id').onRef('m.person_id', '=', 'a.person_id'),
    )
    .select('a.assistant_id')
    .where('a.assistant_id', '=', assistantId)
    .where('a.ended_at', 'is', null)
    .where('a.ends_at', '>', new Date(nowMs))
    .where('p.disabled_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The assistant of an access token, as its person and workspace are now. */
export type CallingAssistant = {
  assistantId: string
  personId: string
  orgId: string
  role: Row<'memberships'>['role']
  policy: Row<'workspaces'>['assistant_policy']
  /** The resource for which the token was issued. */
  audience: string | null
  /** Separated by spaces. */
  scope: string | null
}

const useRecordedEveryMs = 60_000

/**
 * Returns the assistant of an access token, undefined once the token or the assistant is over, its person is disabled or
 * has no role in the workspace. Records at most once a minute that it was used.
 */
export async function findAssistantOfToken(
  { database, pool }: { database: Database; pool: DatabasePool },
  { artifactSha256, nowMs }: { artifactSha256: Buffer; nowMs: number },
): Promise<CallingAssistant | undefined> {
  const now = new Date(nowMs)
  const query = database
    .selectFrom('oauth_artifacts as t')
    .innerJoin('assistants as a', 'a.assistant_id', 't.assistant_id')
    .innerJoin('people as p', 'p.person_id', 'a.person_id')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.org_id', '=', 'a.org_id').onRef('m.person_id', '=', 'a.person_id'),
    )
    .innerJoin('workspaces as w', 'w.org_id', 'a.org_id')
    .select(['a.assistant_id as assistantId', 'a.person_id as personId', 'a.org_id as orgId'])
    .select(['a.used_at as usedAt', 'm.role', 'w.assistant_policy as policy'])
    .select([member('aud').as('audience'), member('scope').as('scope')])
    .where('t.artifact_sha256', '=', artifactSha256)
    .where('t.model', '=', 'AccessToken')
    .where('t.ends_at', '>', now)
    .where('a.ended_at', 'is', null)
    .where('a.ends_at', '>', now)
    .where('p.disabled_at', 'is', null)
  const { sql: text, parameters } = query.compile()
  // Planning these joins takes ten times as long as running them.
  const { rows } = await pool.query<InferResult<typeof query>[number]>({
    ...{ name: 'find-assistant-of-token', text, values: [...parameters] },
  })
  const [found] = rows
  if (found === undefined) return undefined
  const { usedAt, ...assistant } = found
  if (usedAt === null || usedAt.getTime() < nowMs - useRecordedEveryMs) {
    await database
      .updateTable('assistants')
      .set({ used_at: now })
      .where('assistant_id', '=', assistant.assistantId)
      .execute()
  }
  return assistant
}

function member(name: string): ReturnType<typeof sql<string | null>> {
  return sql<string | null>`t.payload->>${sql.lit(name)}`
}

type AssistantRow = Omit<Assistant, 'scopes'> & { scopes: string[] }

/** The cast: only scopes of ours were granted. */
function assistantOf(row: AssistantRow): Assistant {
  return { ...row, scopes: row.scopes as Scope[] }
}

const columns = [
  'assistant_id as assistantId',
  'org_id as orgId',
  'person_id as personId',
  'client_id as clientId',
  'client_name as clientName',
  'client_host as clientHost',
  'redirect_uri as redirectUri',
  'scopes',
  'created_at as createdAt',
  'used_at as usedAt',
  'ends_at as endsAt',
  'ended_at as endedAt',
  'end_reason as endReason',
] as const
