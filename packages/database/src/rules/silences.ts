import { RejectedError, type SilenceConditions } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { AuditActor } from '../acts/audit-log.ts'
import type { Database } from '../database.ts'
import { createId } from '../ids.ts'

/** Mutes signals that match all its conditions until a given time; without conditions, all of the workspace. */
export type StoredSilence = {
  silenceId: string
  orgId: string
  conditions: SilenceConditions
  reason: string | null
  until: Date
  createdAt: Date
  /** Null for those that are older than the column. */
  createdBy: AuditActor | null
  /** When it was ended before its time. */
  endedAt: Date | null
}

type NewSilence = Pick<StoredSilence, 'orgId' | 'conditions' | 'reason' | 'until'> & {
  createdBy?: AuditActor | null
}

/** Leads to one silence; with `orgId`, only within that workspace. */
export type SilenceReference = { silenceId: string; orgId?: string | undefined }

/** Throws RejectedError `not_found` for a rule that the workspace does not have. */
export async function createSilence(
  database: Database,
  { orgId, conditions, reason, until, createdBy = null }: NewSilence,
): Promise<StoredSilence> {
  await checkConditions(database, orgId, conditions)
  const { rows } = await sql<StoredSilence>`
    insert into silences (silence_id, org_id, conditions, reason, until, created_by_kind, created_by_id)
    values (${createId('sil_')}, ${orgId}, ${JSON.stringify(conditions)}, ${reason}, ${until},
            ${createdBy?.kind ?? null}, ${createdBy?.id ?? null})
    returning ${columns}`.execute(database)
  return firstOf(rows)
}

/** Throws RejectedError `not_found` for a rule that the workspace does not have. */
export async function checkConditions(
  database: Database,
  orgId: string,
  { ruleId }: SilenceConditions,
): Promise<void> {
  if (ruleId === undefined) return
  const { rows } = await sql`
    select from rules where rule_id = ${ruleId} and org_id = ${orgId} and deleted_at is null`.execute(
    database,
  )
  if (rows.length === 0) throw new RejectedError('not_found', 'There is no such rule.')
}

/** Returns all silences of a workspace, including those that ended; the newest first. */
export async function listSilences(database: Database, orgId: string): Promise<StoredSilence[]> {
  return readSilences(database, sql`org_id = ${orgId}`)
}

/** Returns a page of silences, the newest first, from `after` on. */
export async function listSilencePage(
  database: Database,
  orgId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ items: StoredSilence[]; nextAfter?: string }> {
  const { rows } = await sql<StoredSilence>`
    select ${columns} from silences
    where org_id = ${orgId} and ${after === undefined ? sql`true` : sql`silence_id < ${after}`}
    order by silence_id desc limit ${limit + 1}`.execute(database)
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, ...(last && { nextAfter: last.silenceId }) }
}

/** Returns the silences of a workspace that mute now, the oldest first. */
export async function listStandingSilences(database: Database, orgId: string): Promise<StoredSilence[]> {
  const standing = await readSilences(database, sql`org_id = ${orgId} and ended_at is null and until > now()`)
  return standing.reverse()
}

/** Throws RejectedError `not_found`. */
export async function getSilence(database: Database, silence: SilenceReference): Promise<StoredSilence> {
  return firstOf(await readSilences(database, isSilence(silence)))
}

/** Ends a silence now; one that is over stays unchanged. Throws RejectedError `not_found`. */
export async function endSilence(database: Database, silence: SilenceReference): Promise<StoredSilence> {
  const isMeant = isSilence(silence)
  await sql`
    update silences set ended_at = now()
    where ${isMeant} and ended_at is null and until > now()`.execute(database)
  return firstOf(await readSilences(database, isMeant))
}

async function readSilences(database: Database, condition: RawBuilder<unknown>): Promise<StoredSilence[]> {
  const { rows } = await sql<StoredSilence>`
    select ${columns} from silences where ${condition} order by silence_id desc`.execute(database)
  return rows
}

function isSilence({ silenceId, orgId }: SilenceReference): RawBuilder<unknown> {
  return orgId === undefined
    ? sql`silence_id = ${silenceId}`
    : sql`silence_id = ${silenceId} and org_id = ${orgId}`
}

function firstOf([silence]: StoredSilence[]): StoredSilence {
  if (silence === undefined) throw new RejectedError('not_found', 'There is no such silence.')
  return silence
}

const columns = sql`
  silence_id as "silenceId", org_id as "orgId", conditions, reason, until, created_at as "createdAt",
  case when created_by_id is not null then jsonb_build_object('kind', created_by_kind, 'id', created_by_id) end
    as "createdBy",
  ended_at as "endedAt"`
