import {
  type Collection,
  foldCase,
  type Instant,
  instantOf,
  RejectedError,
  type Signal,
  type SignalRegisters,
  type SignalState,
  signalFrom,
} from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { createId } from '../ids.ts'

type NewCollection = { orgId: string; name: string; description: string | null; nowMs: number }

/** Throws RejectedError `conflict` if the workspace has a list with an equivalent name. */
export async function createCollection(
  transaction: DatabaseTransaction,
  { orgId, name, description, nowMs }: NewCollection,
): Promise<Collection> {
  const collection = { id: createId('col_', nowMs), name, description, createdAt: instantOf(nowMs) }
  const { numAffectedRows } = await sql`
    insert into collections (org_id, collection_id, name, name_key, description, created_at)
    values (${orgId}, ${collection.id}, ${name}, ${nameKey(name)}, ${description}, ${collection.createdAt})
    on conflict on constraint collections_name do nothing`.execute(transaction)
  if (numAffectedRows === 1n) return collection
  throw new RejectedError('conflict', 'There is already a list with this name.')
}

/** Returns the lists, the newest first. */
export async function listCollections(database: Database, orgId: string): Promise<Collection[]> {
  const { rows } = await sql<CollectionRow>`
    ${selectCollections} where org_id = ${orgId}
    order by created_at desc, collection_id desc`.execute(database)
  return rows.map(collectionFrom)
}

/** An operator may omit the workspace, because ids of lists are unique. */
export async function findCollection(
  database: Database,
  { orgId, collectionId }: { orgId?: string | undefined; collectionId: string },
): Promise<(Collection & { orgId: string }) | undefined> {
  const ofWorkspace = orgId === undefined ? sql`true` : sql`org_id = ${orgId}`
  const { rows } = await sql<CollectionRow & { orgId: string }>`
    ${selectCollections} where ${ofWorkspace} and collection_id = ${collectionId}`.execute(database)
  return rows[0] && { ...collectionFrom(rows[0]), orgId: rows[0].orgId }
}

/**
 * Saves a signal to a list. Saving it again changes nothing and returns when it was first saved; undefined if the list
 * or the signal does not exist.
 */
export async function saveSignal(
  transaction: DatabaseTransaction,
  {
    orgId,
    collectionId,
    signalId,
    nowMs,
  }: { orgId: string; collectionId: string; signalId: string; nowMs: number },
): Promise<{ savedAt: Instant; created: boolean } | undefined> {
  const added = await sql<{ savedAt: Date }>`
    insert into collection_signals (org_id, collection_id, signal_id, saved_at)
    select c.org_id, c.collection_id, s.signal_id, ${instantOf(nowMs)}
    from collections c join signals s on s.org_id = c.org_id
    where c.org_id = ${orgId} and c.collection_id = ${collectionId}
      and s.signal_id = ${signalId} and s.relevance_score is not null
    on conflict do nothing
    returning saved_at as "savedAt"`.execute(transaction)
  if (added.rows[0] !== undefined) return { savedAt: added.rows[0].savedAt.toISOString(), created: true }
  const { rows } = await sql<{ savedAt: Date }>`
    select saved_at as "savedAt"
    from collection_signals join signals using (org_id, signal_id)
    where org_id = ${orgId} and collection_id = ${collectionId} and signal_id = ${signalId}
      and relevance_score is not null`.execute(transaction)
  return rows[0] && { savedAt: rows[0].savedAt.toISOString(), created: false }
}

/** Returns the signals of a list that exist now, the last saved first. A deleted one reappears if it returns. */
export async function listSavedSignals(
  database: Database,
  { orgId, collectionId }: { orgId: string; collectionId: string },
): Promise<(Signal & { savedAt: Instant })[]> {
  const { rows } = await sql<SavedRow>`
    select signal_id as id, s.state, r.state as registers, saved_at as "savedAt"
    from collection_signals
    join signals s using (org_id, signal_id)
    left join signal_registers r using (org_id, signal_id)
    where org_id = ${orgId} and collection_id = ${collectionId}
    order by saved_at desc, signal_id desc`.execute(database)
  return rows.flatMap(({ id, state, registers, savedAt }) => {
    const signal = signalFrom({ orgId, id, state }, registers ?? undefined)
    return signal === undefined ? [] : { ...signal, savedAt: savedAt.toISOString() }
  })
}

type CollectionRow = Omit<Collection, 'createdAt'> & { createdAt: Date }
type SavedRow = { id: string; state: SignalState; registers: SignalRegisters | null; savedAt: Date }

const selectCollections = sql`
  select collection_id as id, name, description, created_at as "createdAt", org_id as "orgId" from collections`

function collectionFrom({ id, name, description, createdAt }: CollectionRow): Collection {
  return { id, name, description, createdAt: createdAt.toISOString() }
}

/** Returns a key that is equal for names that differ only in surrounding space, Unicode form and case. */
function nameKey(name: string): string {
  return foldCase(name.trim().normalize('NFC')).normalize('NFC')
}
