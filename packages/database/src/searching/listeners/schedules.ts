import { randomBytes } from 'node:crypto'
import { RejectedError } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { ScheduleSettings } from '../../column-types.ts'
import type { Database, DatabaseTransaction } from '../../database.ts'

/** Identifies one listener of a workspace. */
export type ListenerReference = { orgId: string; listenerId: string }

/** A listener that was made here; its plan and its schedule are in its document. */
export type ListenerSchedule = ListenerReference & {
  sourceId: string
  settings: ScheduleSettings
  createdAt: Date
  dueAt: Date
  isPaused: boolean
  /** Whether a process runs it now. */
  isRunning: boolean
  lastRunAt: Date | null
  failures: number
  failingSince: Date | null
  isRefused: boolean
  lastError: string | null
}

/** Makes a listener due at once. Throws RejectedError `conflict` if it has a schedule. */
export async function createSchedule(
  transaction: DatabaseTransaction,
  {
    orgId,
    listenerId,
    sourceId,
    settings,
  }: ListenerReference & { sourceId: string; settings: ScheduleSettings },
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into listener_schedules (org_id, listener_id, source_id, settings, seed)
    values (${orgId}, ${listenerId}, ${sourceId}, ${JSON.stringify(settings)}, ${randomBytes(16).toString('hex')})
    on conflict do nothing`.execute(transaction)
  if (numAffectedRows === 0n) throw new RejectedError('conflict', 'The listener already has a schedule.')
}

/** Returns the schedules of a workspace, the oldest first. */
export async function listSchedules(database: Database, orgId: string): Promise<ListenerSchedule[]> {
  return readSchedules(database, sql`org_id = ${orgId}`)
}

/** Returns how many listeners were made here, in all workspaces. */
export async function countSchedules(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::float8 as count from listener_schedules`.execute(database)
  return rows[0]?.count ?? 0
}

/** Returns how many listeners a workspace has. Others that count wait for the end of the transaction. */
export async function countSchedulesOf(transaction: DatabaseTransaction, orgId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`listeners of ${orgId}`}, 0))`.execute(
    transaction,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from listener_schedules where org_id = ${orgId}`.execute(transaction)
  return rows[0]?.count ?? 0
}

/** Finds a schedule; undefined for a listener that an outside sender owns. */
export async function findSchedule(
  database: Database | DatabaseTransaction,
  listener: ListenerReference,
): Promise<ListenerSchedule | undefined> {
  const [found] = await readSchedules(database, isListener(listener))
  return found
}

/** Like `findSchedule`; other changes of the listener wait for the end of the transaction. */
export async function lockSchedule(
  transaction: DatabaseTransaction,
  listener: ListenerReference,
): Promise<ListenerSchedule | undefined> {
  await sql`select from listener_schedules where ${isListener(listener)} for update`.execute(transaction)
  return findSchedule(transaction, listener)
}

/** Returns the workspaces that have a listener of this id. */
export async function findWorkspacesOfListener(database: Database, listenerId: string): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`
    select org_id as "orgId" from listener_schedules where listener_id = ${listenerId} order by org_id`.execute(
    database,
  )
  return rows.map(({ orgId }) => orgId)
}

/**
 * Returns the source as which a workspace's finds are delivered; undefined before the first listener. Others wait for
 * the end of the transaction, so a workspace gets one such source.
 */
export async function findSearcherSource(
  transaction: DatabaseTransaction,
  orgId: string,
): Promise<string | undefined> {
  await sql`select from workspaces where org_id = ${orgId} for no key update`.execute(transaction)
  const { rows } = await sql<{ sourceId: string }>`
    (select source_id as "sourceId" from listener_schedules where org_id = ${orgId} limit 1)
    union all (select source_id from finds where org_id = ${orgId} limit 1)
    limit 1`.execute(transaction)
  return rows[0]?.sourceId
}

/** Replaces what a listener searches besides its plan, and makes it due at once. */
export async function editSchedule(
  transaction: DatabaseTransaction,
  { settings, ...listener }: ListenerReference & { settings: ScheduleSettings },
): Promise<void> {
  await sql`
    update listener_schedules set settings = ${JSON.stringify(settings)}, due_at = now()
    where ${isListener(listener)}`.execute(transaction)
}

/** Sets the bar that finds have to reach, from the next run on; null for one that moves by itself. */
export async function setScheduleBar(
  transaction: DatabaseTransaction,
  { bar, ...listener }: ListenerReference & { bar: number | null },
): Promise<void> {
  const settings = bar === null ? sql`settings - 'bar'` : sql`settings || ${JSON.stringify({ bar })}::jsonb`
  await sql`
    update listener_schedules set settings = ${settings} where ${isListener(listener)}`.execute(transaction)
}

/** Pauses or resumes a listener; a resumed one is due at once. */
export async function setSchedulePaused(
  transaction: DatabaseTransaction,
  { isPaused, ...listener }: ListenerReference & { isPaused: boolean },
): Promise<void> {
  await sql`
    update listener_schedules
    set is_paused = ${isPaused}, due_at = case when ${isPaused} then due_at else now() end
    where ${isListener(listener)}`.execute(transaction)
}

/** Also ends its searches and its finds, but those that were delivered: they explain signals that stay. */
export async function deleteSchedule(
  transaction: DatabaseTransaction,
  { orgId, listenerId }: ListenerReference,
): Promise<void> {
  await sql`
    delete from listener_schedules where ${isListener({ orgId, listenerId })}`.execute(transaction)
  await sql`
    delete from finds
    where org_id = ${orgId} and listener_id = ${listenerId} and state <> 'delivered'`.execute(transaction)
}

async function readSchedules(
  database: Database | DatabaseTransaction,
  condition: RawBuilder<unknown>,
): Promise<ListenerSchedule[]> {
  const { rows } = await sql<ListenerSchedule>`
    select org_id as "orgId", listener_id as "listenerId", source_id as "sourceId", settings,
      created_at as "createdAt", due_at as "dueAt", is_paused as "isPaused",
      coalesce(leased_until > now(), false) as "isRunning", last_run_at as "lastRunAt", failures,
      failing_since as "failingSince", is_refused as "isRefused", last_error as "lastError"
    from listener_schedules where ${condition} order by created_at, listener_id`.execute(database)
  return rows
}

function isListener({ orgId, listenerId }: ListenerReference): RawBuilder<unknown> {
  return sql`org_id = ${orgId} and listener_id = ${listenerId}`
}
