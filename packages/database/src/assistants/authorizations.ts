import type { Scope } from '@signalpost/domain'
import type { Database, DatabaseTransaction } from '../database.ts'
import type { AssistantClient } from './assistants.ts'

/** What a client asks a person for. */
export type Authorization = AssistantClient & {
  authorizationId: string
  scopes: Scope[]
  endsAt: Date
  isDecided: boolean
}

/** Keeps what a client asks for until a person has decided. */
export async function createAuthorization(
  database: Database,
  { authorizationId, scopes, endsAt, ...client }: Omit<Authorization, 'isDecided'>,
): Promise<void> {
  await database
    .insertInto('assistant_authorizations')
    .values({
      authorization_id: authorizationId,
      client_id: client.clientId,
      client_name: client.clientName,
      client_host: client.clientHost,
      redirect_uri: client.redirectUri,
      scopes,
      ends_at: endsAt,
    })
    .execute()
}

/** Returns what a client asks for; undefined once it is over. */
export async function findAuthorization(
  database: Database,
  { authorizationId, nowMs }: { authorizationId: string; nowMs: number },
): Promise<Authorization | undefined> {
  const row = await database
    .selectFrom('assistant_authorizations')
    .select(['authorization_id as authorizationId', 'client_id as clientId', 'client_name as clientName'])
    .select(['client_host as clientHost', 'redirect_uri as redirectUri', 'scopes', 'ends_at as endsAt'])
    .select((expression) => expression('decided_at', 'is not', null).as('isDecided'))
    .where('authorization_id', '=', authorizationId)
    .where('ends_at', '>', new Date(nowMs))
    .executeTakeFirst()
  // The casts: only scopes of ours are kept, and a comparison with null is never null.
  return row && { ...row, scopes: row.scopes as Scope[], isDecided: row.isDecided as boolean }
}

/**
 * Records what a person decided, with an assistant if they allow it. The browser that began takes it with the token.
 * Returns whether this call decided.
 */
export async function decideAuthorization(
  transaction: Database | DatabaseTransaction,
  {
    authorizationId,
    assistantId,
    tokenSha256,
    nowMs,
  }: { authorizationId: string; assistantId: string | null; tokenSha256: Buffer; nowMs: number },
): Promise<boolean> {
  const now = new Date(nowMs)
  const { numUpdatedRows } = await transaction
    .updateTable('assistant_authorizations')
    .set({ decided_at: now, assistant_id: assistantId, token_sha256: tokenSha256 })
    .where('authorization_id', '=', authorizationId)
    .where('decided_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** What a person decided; the assistant is null where they denied it. */
export type Decision = { assistantId: string | null; scopes: Scope[] }

/** Takes a decision, once, and connects its assistant. Returns undefined where there is none for the token. */
export async function takeDecision(
  database: Database,
  { authorizationId, tokenSha256, nowMs }: { authorizationId: string; tokenSha256: Buffer; nowMs: number },
): Promise<Decision | undefined> {
  const now = new Date(nowMs)
  const row = await database
    .with('taken', (query) =>
      query
        .updateTable('assistant_authorizations')
        .set({ taken_at: now })
        .where('authorization_id', '=', authorizationId)
        .where('token_sha256', '=', tokenSha256)
        .where('taken_at', 'is', null)
        .where('ends_at', '>', now)
        .returning('assistant_id'),
    )
    .with('connected', (query) =>
      query
        .updateTable('assistants')
        .set({ connected_at: now })
        .where('assistant_id', 'in', (select) => select.selectFrom('taken').select('assistant_id'))
        .where('ended_at', 'is', null)
        .returning(['assistant_id', 'scopes']),
    )
    .selectFrom('taken')
    .leftJoin('connected', 'connected.assistant_id', 'taken.assistant_id')
    .select(['connected.assistant_id as assistantId', 'connected.scopes'])
    .executeTakeFirst()
  // The cast: only scopes of ours are granted.
  return row && { assistantId: row.assistantId, scopes: (row.scopes ?? []) as Scope[] }
}
