import { showUrl } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { createId, idFloor } from '../ids.ts'
import type { ActorKind } from '../tables.ts'

export type AuditActor = { kind: ActorKind; id: string }

/** Members of a record as people may see them: no secret, no body, no text of a signal. */
export type AuditedState = Record<string, unknown>

export type NewAuditEntry = {
  /** Null for the whole installation. */
  orgId: string | null
  actor: AuditActor
  /** `noun.verb`. */
  act: string
  target: { type: string; id: string }
  /** Null if the act created the target. */
  before: AuditedState | null
  /** Null if the act removed the target. */
  after: AuditedState | null
  address: string | null
  requestId: string | null
  /** Why the act was refused, the code of the error; absent or null for one that was done. */
  refusal?: string | null
  /** How the act of a person came in; absent or null for one in a browser. */
  via?: Via | null
}

/** A way on which an act of a person comes in other than by a page. */
export type Via = 'cli'

export type AuditEntry = Omit<NewAuditEntry, 'refusal' | 'via'> & {
  auditId: string
  at: Date
  refusal: string | null
  via: Via | null
}

/** Conditions that must all match. Without `orgId`, the entries of every workspace. */
export type AuditFilter = {
  orgId?: string | undefined
  /** Beside those of `orgId`, the logins that were refused, which belong to no workspace. */
  withLogins?: boolean | undefined
  act?: string | undefined
  actorId?: string | undefined
  since?: Date | undefined
  /** Before this moment. */
  until?: Date | undefined
}

/** Makes other acts on the same thing wait until the transaction ends. */
export async function lockSubject(transaction: DatabaseTransaction, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`act on ${subject}`}, 0))`.execute(transaction)
}

/** Writes entries with one statement. They are in the log once the act's transaction commits, and never change. */
export async function recordAudit(
  transaction: DatabaseTransaction,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(
    ({ orgId, actor, act, target, before, after, address, requestId, refusal = null, via = null }) => {
      const states = sql`${jsonOrNull(before)}::jsonb, ${jsonOrNull(after)}::jsonb`
      return sql`(${createId('aud_')}, ${orgId}, ${actor.kind}, ${actor.id}, ${act}, ${target.type}, ${target.id},
                ${states}, ${address}, ${requestId}, ${refusal}, ${via})`
    },
  )
  await sql`
    insert into audit_log (audit_id, org_id, actor_kind, actor_id, act, target_type, target_id, before, after,
                           address, request_id, refusal, via)
    values ${sql.join(rows)}`.execute(transaction)
}

/** Returns the newest entries first; with `before`, those older than that entry. */
export async function listAuditEntries(
  database: Database,
  { withLogins = false, ...filter }: AuditFilter,
  page: { limit: number; before?: string | undefined },
): Promise<AuditEntry[]> {
  const entries = await readEntries(database, conditionsOf(filter), page)
  if (!withLogins) return entries
  const { orgId: _belongsToNone, ...others } = filter
  const isLogin = [...conditionsOf(others), sql`org_id is null and act = 'login.refused'`]
  const logins = await readEntries(database, isLogin, page)
  return [...entries, ...logins]
    .toSorted((one, other) => (one.auditId < other.auditId ? 1 : -1))
    .slice(0, page.limit)
}

/** Undefined where the workspace has no such entry. */
export async function findAuditEntry(
  database: Database,
  { orgId, auditId }: { orgId: string; auditId: string },
): Promise<AuditEntry | undefined> {
  const [entry] = await readEntries(database, [sql`org_id = ${orgId}`, sql`audit_id = ${auditId}`], {
    limit: 1,
  })
  return entry
}

/** Bounds what is read, however long ago the first entry was. */
const mostLater = 5_000

/**
 * Returns what was done to some targets by some acts after an entry, the newest first. Looks at the newest 5,000 entries of
 * each act.
 */
export async function listLaterEntries(
  database: Database,
  {
    orgId,
    acts,
    targetIds,
    after,
  }: { orgId: string; acts: readonly string[]; targetIds: readonly string[]; after: string },
): Promise<AuditEntry[]> {
  const { rows } = await sql<{ auditId: string }>`
    select audit_id as "auditId"
    from unnest(${[...acts]}::text[]) as wanted (act)
    cross join lateral (
      select audit_id, target_id from audit_log
      where org_id = ${orgId} and audit_log.act = wanted.act and audit_id > ${after} and refusal is null
      order by audit_id desc limit ${mostLater}
    ) later
    where target_id = any(${[...targetIds]}::text[])
    order by audit_id desc limit ${mostLater}`.execute(database)
  const ids = rows.map(({ auditId }) => auditId)
  if (ids.length === 0) return []
  const conditions = [sql`org_id = ${orgId}`, sql`audit_id = any(${ids}::text[])`]
  return readEntries(database, conditions, { limit: ids.length })
}

async function readEntries(
  database: Database,
  conditions: readonly RawBuilder<unknown>[],
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<AuditEntry[]> {
  const isOlder = before === undefined ? sql`true` : sql`audit_id < ${before}`
  const { rows } = await sql<AuditEntry>`
    select audit_id as "auditId", at, org_id as "orgId",
           jsonb_build_object('kind', actor_kind, 'id', actor_id) as actor, act,
           jsonb_build_object('type', target_type, 'id', target_id) as target, before, after, address,
           request_id as "requestId", refusal, via
    from audit_log where ${sql.join([...conditions, isOlder], sql` and `)}
    order by audit_id desc limit ${limit}`.execute(database)
  return rows.map((entry) => ({ ...entry, before: hideUrls(entry.before), after: hideUrls(entry.after) }))
}

/** Rows of earlier versions have the whole URLs of channels, and rows never change. */
function hideUrls(state: AuditedState | null): AuditedState | null {
  const settings = state?.settings
  if (typeof settings !== 'object' || settings === null) return state
  const shown = Object.entries(settings).map(([member, value]) => [
    member,
    typeof value === 'string' ? showUrl(value) : value,
  ])
  return { ...state, settings: Object.fromEntries(shown) }
}

/** How far the clock of a process may be from the database's, which `at` is taken from. */
const clockSkewMs = 60 * 60_000

function conditionsOf({
  orgId,
  act,
  actorId,
  since,
  until,
}: Omit<AuditFilter, 'withLogins'>): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (orgId !== undefined) conditions.push(sql`org_id = ${orgId}`)
  if (act !== undefined) conditions.push(sql`act = ${act}`)
  if (actorId !== undefined) conditions.push(sql`actor_id = ${actorId}`)
  // The bound of the id keeps the read within the index.
  if (since !== undefined) {
    conditions.push(sql`at >= ${since} and audit_id >= ${floorOf(since.getTime() - clockSkewMs)}`)
  }
  if (until !== undefined) {
    conditions.push(sql`at < ${until} and audit_id < ${floorOf(until.getTime() + clockSkewMs)}`)
  }
  return conditions
}

function floorOf(ms: number): string {
  return idFloor('aud_', Math.max(0, ms))
}

function jsonOrNull(state: AuditedState | null): string | null {
  return state === null ? null : JSON.stringify(state)
}
