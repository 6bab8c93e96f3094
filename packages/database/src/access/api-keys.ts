import { hash, randomBytes } from 'node:crypto'
import { defaultCell, idPrefixIn, RejectedError, type Scope } from '@signalpost/domain'
import { sql } from 'kysely'
import type { AuditActor } from '../acts/audit-log.ts'
import type { Database } from '../database.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const keyIdLength = 16
const secretLength = 43

/** A key without its secret. It acts as the member `memberId` of its workspace. */
export type ApiKey = {
  keyId: string
  orgId: string
  name: string | null
  memberId: string
  scopes: Scope[]
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
  /** Who made it; null for a key of an earlier version whose maker is not known. */
  owner: AuditActor | null
}

type NewApiKey = {
  orgId: string
  scopes: readonly Scope[]
  name?: string | undefined
  /** Defaults to `usr_<keyId>`. */
  memberId?: string | undefined
  expiresAt?: Date | undefined
  owner?: AuditActor | undefined
  /** Named in the key. */
  cell?: string | undefined
}

/** Creates a key. `apiKey` is the only copy of its secret. Throws RejectedError `not_found` for the workspace. */
export async function createApiKey(
  database: Database,
  { orgId, scopes, name, memberId, expiresAt, owner, cell = defaultCell }: NewApiKey,
): Promise<ApiKey & { apiKey: string }> {
  const keyId = randomBase62(keyIdLength)
  const secret = randomBase62(secretLength)
  const { rows } = await sql<ApiKey>`
    insert into api_keys (key_id, org_id, name, member_id, secret_sha256, scopes, expires_at, owner_kind, owner_id)
    select ${keyId}, org_id, ${name ?? null}, ${memberId ?? `usr_${keyId}`}, ${hashApiSecret(secret)},
           ${[...new Set(scopes)]}::text[], ${expiresAt ?? null}, ${owner?.kind ?? null}, ${owner?.id ?? null}
    from workspaces where org_id = ${orgId}
    returning ${columns}`.execute(database)
  const [created] = rows
  if (created === undefined) throw new RejectedError('not_found', 'There is no such workspace.')
  return { ...created, apiKey: `${idPrefixIn(cell, 'spk_')}${keyId}_${secret}` }
}

/** Returns the keys of one workspace, the oldest first. */
export async function listApiKeys(database: Database, { orgId }: { orgId: string }): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKey>`
    select ${columns} from api_keys where org_id = ${orgId} order by created_at, key_id`.execute(database)
  return rows
}

/** Returns a page of the keys of a workspace, the newest first; `after` is the last key of the page before. */
export async function listNewestApiKeys(
  database: Database,
  { orgId }: { orgId: string },
  { limit, after }: { limit: number; after?: { createdAt: string; id: string } | undefined },
): Promise<(ApiKey & { createdAtExactly: string })[]> {
  const isAfter =
    after === undefined
      ? sql`true`
      : sql`(created_at, key_id) < (${after.createdAt}::timestamptz, ${after.id})`
  const { rows } = await sql<ApiKey & { createdAtExactly: string }>`
    select ${columns}, created_at::text as "createdAtExactly" from api_keys
    where org_id = ${orgId} and ${isAfter}
    order by created_at desc, key_id desc limit ${limit}`.execute(database)
  return rows
}

/** Returns the valid keys of a workspace that expire soon and were used lately, the first to expire first. */
export async function findExpiringKeys(
  database: Database,
  { orgId, withinMs, usedWithinMs }: { orgId: string; withinMs: number; usedWithinMs: number },
): Promise<{ keyId: string; name: string | null; expiresAt: Date }[]> {
  const { rows } = await sql<{ keyId: string; name: string | null; expiresAt: Date }>`
    select key_id as "keyId", name, expires_at as "expiresAt" from api_keys
    where org_id = ${orgId} and revoked_at is null
      and expires_at between now() and now() + make_interval(secs => ${withinMs / 1000})
      and last_used_at > now() - make_interval(secs => ${usedWithinMs / 1000})
    order by expires_at, key_id`.execute(database)
  return rows
}

/** Revokes a key permanently; undefined if there is no such key. Revoking it again changes nothing. */
export async function revokeApiKey(
  database: Database,
  { keyId }: { keyId: string },
): Promise<ApiKey | undefined> {
  const { rows } = await sql<ApiKey>`
    update api_keys set revoked_at = coalesce(revoked_at, now()) where key_id = ${keyId}
    returning ${columns}`.execute(database)
  return rows[0]
}

/** Finds a key, valid or not, with the hash of its secret. */
export async function findApiKey(
  database: Database,
  keyId: string,
): Promise<(ApiKey & { secretSha256: Buffer }) | undefined> {
  const { rows } = await sql<ApiKey & { secretSha256: Buffer }>`
    select ${columns}, secret_sha256 as "secretSha256" from api_keys where key_id = ${keyId}`.execute(
    database,
  )
  return rows[0]
}

/** Records when a key was used; never moves the time back. */
export async function recordApiKeyUse(
  database: Database,
  { keyId, usedAt }: { keyId: string; usedAt: Date },
): Promise<void> {
  await sql`
    update api_keys set last_used_at = ${usedAt}
    where key_id = ${keyId} and (last_used_at is null or last_used_at < ${usedAt})`.execute(database)
}

/** Returns the stored hash of a secret. One SHA-256 suffices, because the secret has more than 250 random bits. */
export function hashApiSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

function randomBase62(length: number): string {
  const unbiased = 256 - (256 % base62.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < unbiased && text.length < length) text += base62[byte % base62.length]
    }
  }
  return text
}

const columns = sql`
  key_id as "keyId", org_id as "orgId", name, member_id as "memberId", scopes, created_at as "createdAt",
  expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt",
  case when owner_id is not null then jsonb_build_object('kind', owner_kind, 'id', owner_id) end as owner`
