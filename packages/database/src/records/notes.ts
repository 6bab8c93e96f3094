import { instantOf, type Note, type NoteTarget } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { createId } from '../ids.ts'
import { type CreatedRecord, isBehind } from './created-record.ts'

type NewNote = { orgId: string; target: NoteTarget; body: string; createdBy: string; nowMs: number }

/** Returns undefined if the target does not exist. */
export async function createNote(
  transaction: DatabaseTransaction,
  { orgId, target, body, createdBy, nowMs }: NewNote,
): Promise<Note | undefined> {
  const { rows } = await sql<{ isThere: boolean }>`
    select ${isThere[target.type](sql`${orgId}`, sql`${target.id}`)} as "isThere"`.execute(transaction)
  if (rows[0]?.isThere !== true) return undefined
  const note = { id: createId('note_', nowMs), target, body, createdAt: instantOf(nowMs), createdBy }
  await sql`
    insert into notes (org_id, note_id, target_type, target_id, body, created_at, created_by)
    values (${orgId}, ${note.id}, ${target.type}, ${target.id}, ${body}, ${note.createdAt}, ${createdBy})`.execute(
    transaction,
  )
  return note
}

/** Returns the notes of existing records, the newest first. Those of a deleted record reappear if it returns. */
export async function listNotes(database: Database, orgId: string): Promise<Note[]> {
  const shown = Object.entries(isThere).map(
    ([type, isThereOf]) =>
      sql`(target_type = ${type} and ${isThereOf(sql.ref('n.org_id'), sql.ref('n.target_id'))})`,
  )
  const { rows } = await sql<NoteRow>`
    ${selectNotes} where org_id = ${orgId} and (${sql.join(shown, sql` or `)})
    order by created_at desc, note_id desc`.execute(database)
  return rows.map(noteFrom)
}

type NotesOn = { orgId: string; target: NoteTarget; after?: CreatedRecord | undefined; limit: number }

/** Returns the notes on one record after `after`, the newest first; none while the record is deleted. */
export async function listNotesOn(
  database: Database,
  { orgId, target, after, limit }: NotesOn,
): Promise<Note[]> {
  const { rows } = await sql<NoteRow>`
    ${selectNotes} where org_id = ${orgId} and target_type = ${target.type} and target_id = ${target.id}
      and ${isThere[target.type](sql`${orgId}`, sql`${target.id}`)} and ${isBehind(after, 'created_at', 'note_id')}
    order by created_at desc, note_id desc
    limit ${limit}`.execute(database)
  return rows.map(noteFrom)
}

const selectNotes = sql`
  select note_id as id, target_type as "targetType", target_id as "targetId", body, created_at as "createdAt",
         created_by as "createdBy"
  from notes n`

function noteFrom({ id, targetType, targetId, body, createdAt, createdBy }: NoteRow): Note {
  const target = { type: targetType, id: targetId }
  return { id, target, body, createdAt: createdAt.toISOString(), createdBy }
}

type NoteRow = Omit<Note, 'target' | 'createdAt'> & {
  targetType: NoteTarget['type']
  targetId: string
  createdAt: Date
}

const isThere: Record<
  NoteTarget['type'],
  (orgId: RawBuilder<unknown>, id: RawBuilder<unknown>) => RawBuilder<boolean>
> = {
  signal: (orgId, id) =>
    sql`exists (select from signals s where s.org_id = ${orgId} and s.signal_id = ${id} and s.relevance_score is not null)`,
  account: (orgId, id) =>
    sql`exists (select from accounts a where a.org_id = ${orgId} and a.account_key = ${id} and a.is_listed)`,
  deal: (orgId, id) =>
    sql`exists (select from deals d where d.org_id = ${orgId} and d.deal_id = ${id} and d.stage is not null)`,
}
