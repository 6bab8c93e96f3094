import type { CanaryStage } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { SecretBox } from '../secret-box.ts'

/** The canary of the installation: what it sends as, and how far it is followed. */
export type Canary = {
  /** Its own workspace. */
  orgId: string
  sourceId: string
  keyId: string
  /** Null where no channel is watched. */
  channelId: string | null
  /** Null where no warehouse is watched. */
  warehouseId: string | null
  everyMs: number
  enabledAt: Date
}

/** How a stage went in the last round that reached it. */
export type CanaryResult = {
  stage: CanaryStage
  at: Date
  /** The time from the start of the stage to its end. */
  seconds: number
  /** Null if it succeeded. */
  error: string | null
  /** Since when it has failed in every round; null if it succeeded. */
  failingSince: Date | null
}

export type NewCanary = Omit<Canary, 'enabledAt'> & { apiKey: string }

/** Enables the canary, or changes it; the first round is due at once. What earlier rounds found is forgotten. */
export async function saveCanary(
  database: Database,
  secretBox: SecretBox,
  { orgId, sourceId, keyId, apiKey, channelId, warehouseId, everyMs }: NewCanary,
): Promise<Canary> {
  const sealed = secretBox.seal(apiKey, canaryContextOf(orgId))
  const { rows } = await sql<Canary>`
    insert into canary (org_id, source_id, key_id, ciphertext, channel_id, warehouse_id, every_ms)
    values (${orgId}, ${sourceId}, ${keyId}, ${sealed}, ${channelId}, ${warehouseId}, ${everyMs})
    on conflict (org_id) do update
    set source_id = excluded.source_id, key_id = excluded.key_id, ciphertext = excluded.ciphertext,
        channel_id = excluded.channel_id, warehouse_id = excluded.warehouse_id, every_ms = excluded.every_ms,
        enabled_at = now(), due_at = now(), lease_token = null, leased_until = null
    returning ${columns}`.execute(database)
  await sql`delete from canary_stages where org_id = ${orgId}`.execute(database)
  const [saved] = rows
  if (saved === undefined) throw new Error('An insert returns its row.')
  return saved
}

/** Returns the canary, or undefined if it is disabled. */
export async function findCanary(database: Database): Promise<Canary | undefined> {
  const { rows } = await sql<Canary>`select ${columns} from canary`.execute(database)
  return rows[0]
}

/** Returns how the stages went last. A stage that no round has reached yet is missing. */
export async function listCanaryResults(database: Database): Promise<CanaryResult[]> {
  const { rows } = await sql<CanaryResult>`
    select stage, at, seconds, error, failing_since as "failingSince" from canary_stages`.execute(database)
  return rows
}

/** Disables the canary and forgets what it found. */
export async function removeCanary(database: Database): Promise<void> {
  await sql`delete from canary`.execute(database)
}

const isDue = sql`due_at <= now()`

/** Selects the canary if a round of it is due. */
export const dueCanary = sql`select from canary where ${isDue}`

/** A round of the canary that one process follows. */
export type CanaryLease = { canary: Canary; token: string; apiKey: string }

/**
 * Leases the round that is due and plans the next; undefined while none is due or another process follows one. With the
 * token `held`, a process that follows earlier rounds leases the next under the same token.
 */
export async function leaseCanaryRound(
  database: Database,
  secretBox: SecretBox,
  { leaseMs, held }: { leaseMs: number; held?: string | undefined },
): Promise<CanaryLease | undefined> {
  const { rows } = await sql<Canary & { token: string; ciphertext: Buffer }>`
    update canary
    set lease_token = case when leased_until > now() then lease_token else gen_random_uuid() end,
        leased_until = now() + make_interval(secs => ${leaseMs / 1000}),
        due_at = now() + make_interval(secs => every_ms / 1000.0)
    where ${isDue} and (coalesce(leased_until <= now(), true) or lease_token = ${held ?? null}::uuid)
    returning ${columns}, lease_token as token, ciphertext`.execute(database)
  const [leased] = rows
  if (leased === undefined) return undefined
  const { token, ciphertext, ...canary } = leased
  return { canary, token, apiKey: secretBox.open(ciphertext, canaryContextOf(canary.orgId)) }
}

/** Records how a stage went. Returns false if the canary is disabled or was changed meanwhile: then the round must end. */
export async function recordCanaryStage(
  database: Database,
  {
    canary: { orgId },
    token,
    stage,
    seconds,
    error,
  }: Pick<CanaryLease, 'canary' | 'token'> & Pick<CanaryResult, 'stage' | 'seconds' | 'error'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into canary_stages as known (org_id, stage, at, seconds, error, failing_since)
    select org_id, ${stage}, now(), ${seconds}::float8, ${error}::text,
           case when ${error}::text is not null then now() end
    from canary where org_id = ${orgId} and lease_token = ${token}
    on conflict (org_id, stage) do update
    set at = excluded.at, seconds = excluded.seconds, error = excluded.error,
        failing_since = case when excluded.error is not null
                             then coalesce(known.failing_since, excluded.failing_since) end`.execute(database)
  return numAffectedRows === 1n
}

/** Ends a round, so that the next can begin when it is due. */
export async function endCanaryRound(
  database: Database,
  { canary: { orgId }, token }: Pick<CanaryLease, 'canary' | 'token'>,
): Promise<void> {
  await sql`
    update canary set lease_token = null, leased_until = null
    where org_id = ${orgId} and lease_token = ${token}`.execute(database)
}

/** Returns the context that binds the sealed API key to the canary. */
export function canaryContextOf(orgId: string): string {
  return `canary:${orgId}`
}

const columns = sql`
  org_id as "orgId", source_id as "sourceId", key_id as "keyId", channel_id as "channelId",
  warehouse_id as "warehouseId", every_ms as "everyMs", enabled_at as "enabledAt"`
