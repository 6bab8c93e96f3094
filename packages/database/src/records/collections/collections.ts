import { type Collection, foldCase, instantOf, RejectedError } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../database.ts'
import { createId } from '../../ids.ts'
import { containsWords } from '../contains-words.ts'
import { type CreatedRecord, isBehind } from '../created-record.ts'

const mostLookedAt = 5_000

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
  throw nameTaken()
}

/** Returns the lists after `after`, the newest first; all of them without a limit. */
export async function listCollections(
  database: Database,
  orgId: string,
  { after, limit }: { after?: CreatedRecord | undefined; limit?: number } = {},
): Promise<Collection[]> {
  const { rows } = await sql<CollectionRow>`
    ${selectCollections} where org_id = ${orgId} and ${isBehind(after, 'created_at', 'collection_id')}
    order by created_at desc, collection_id desc
    limit ${limit ?? null}`.execute(database)
  return rows.map(collectionFrom)
}

/** Returns the newest lists whose names contain all words; looks at the newest 5,000. */
export async function findCollections(
  database: Database,
  { orgId, words, limit }: { orgId: string; words: string; limit: number },
): Promise<Collection[]> {
  const conditions = [sql`true`, ...containsWords(sql`name`, words)]
  const { rows } = await sql<CollectionRow>`
    select * from (
      ${selectCollections} where org_id = ${orgId}
      order by created_at desc, collection_id desc limit ${mostLookedAt}
    ) newest where ${sql.join(conditions, sql` and `)} limit ${limit}`.execute(database)
  return rows.map(collectionFrom)
}

/** Returns the list with a name that differs in surrounding space, Unicode form and case at most. */
export async function findCollectionByName(
  database: Database,
  { orgId, name }: { orgId: string; name: string },
): Promise<Collection | undefined> {
  const { rows } = await sql<CollectionRow>`
    ${selectCollections} where org_id = ${orgId} and name_key = ${nameKey(name)}`.execute(database)
  return rows[0] && collectionFrom(rows[0])
}

/** Returns the lists that hold a signal, the newest first. */
export async function listCollectionsOfSignal(
  database: Database,
  { orgId, signalId, limit }: { orgId: string; signalId: string; limit: number },
): Promise<Collection[]> {
  const { rows } = await sql<CollectionRow>`
    ${selectCollections} join collection_signals using (org_id, collection_id)
    where org_id = ${orgId} and signal_id = ${signalId}
    order by created_at desc, collection_id desc
    limit ${limit}`.execute(database)
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
 * Renames a list. Returns it before and after; undefined if it does not exist. Throws RejectedError `conflict` if
 * another list has an equivalent name.
 */
export async function renameCollection(
  transaction: DatabaseTransaction,
  { orgId, collectionId, name }: { orgId: string; collectionId: string; name: string },
): Promise<{ before: Collection; collection: Collection } | undefined> {
  const before = await lockCollection(transaction, { orgId, collectionId })
  if (before === undefined) return undefined
  await sql`
    update collections set name = ${name}, name_key = ${nameKey(name)}
    where org_id = ${orgId} and collection_id = ${collectionId}`
    .execute(transaction)
    .catch(rethrowTaken)
  return { before, collection: { ...before, name } }
}

/** Deletes a list; its signals stay. Returns the list, or undefined if it does not exist. */
export async function deleteCollection(
  transaction: DatabaseTransaction,
  reference: { orgId: string; collectionId: string },
): Promise<Collection | undefined> {
  const { orgId, collectionId } = reference
  const collection = await lockCollection(transaction, reference)
  if (collection === undefined) return undefined
  await sql`
    delete from collection_signals where org_id = ${orgId} and collection_id = ${collectionId}`.execute(
    transaction,
  )
  await sql`
    delete from collections where org_id = ${orgId} and collection_id = ${collectionId}`.execute(transaction)
  return collection
}

async function lockCollection(
  transaction: DatabaseTransaction,
  { orgId, collectionId }: { orgId: string; collectionId: string },
): Promise<Collection | undefined> {
  const { rows } = await sql<CollectionRow>`
    ${selectCollections} where org_id = ${orgId} and collection_id = ${collectionId} for update`.execute(
    transaction,
  )
  return rows[0] && collectionFrom(rows[0])
}

function rethrowTaken(cause: unknown): never {
  if (cause instanceof Error && 'constraint' in cause && cause.constraint === 'collections_name') {
    throw nameTaken(cause)
  }
  throw cause
}

function nameTaken(cause?: unknown): RejectedError {
  return new RejectedError('conflict', 'There is already a list with this name.', { cause })
}

type CollectionRow = Omit<Collection, 'createdAt'> & { createdAt: Date }

const selectCollections = sql`
  select collection_id as id, name, description, created_at as "createdAt", org_id as "orgId" from collections`

function collectionFrom({ id, name, description, createdAt }: CollectionRow): Collection {
  return { id, name, description, createdAt: createdAt.toISOString() }
}

/** Returns a key that is equal for names that differ only in surrounding space, Unicode form and case. */
function nameKey(name: string): string {
  return foldCase(name.trim().normalize('NFC')).normalize('NFC')
}
