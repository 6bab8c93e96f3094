import {
  findCollection,
  listCollections,
  listNotes,
  listSavedSignals,
  type SavedPosition,
} from '@signalpost/database/records'
import { type Note, noteSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { createdCursorSchema } from '@signalpost/rest'
import { z } from 'zod'
import type { ActServices } from '../define-act.ts'
import { defineDocumentList, defineDocuments } from '../define-operation.ts'
import { collectionDocument } from './collection-document.ts'

const input = z.strictObject({ orgId: orgIdSchema })

export const listCollectionsRead = defineDocuments({
  name: 'collection.list',
  summary: "List a workspace's collections, newest first.",
  demands: 'viewer',
  input,
  http: { method: 'get', path: '/lists', errors: [], operationId: 'listLists' },
  output: { ...collectionDocument, description: 'A page of collections.' },
  cursor: createdCursorSchema.shape.after,
  readPage: async ({ services: { database }, input: { orgId } }, { limit, after }) => {
    const found = await listCollections(database, orgId, { after, limit: limit + 1 })
    const items = found.slice(0, limit)
    const last = found.length > limit ? items.at(-1) : undefined
    return { items, nextAfter: last && { createdAt: last.createdAt, id: last.id } }
  },
})

/** Returns a collection and its signals, the last saved first. Throws RejectedError `not_found`. */
export async function readCollection(
  { database }: Pick<ActServices, 'database'>,
  reference: { orgId: string | undefined; collectionId: string },
  page: { after?: SavedPosition | undefined; limit?: number } = {},
) {
  const found = await findCollection(database, reference)
  if (found === undefined) throw new RejectedError('not_found', 'There is no such collection.')
  const { orgId, id: collectionId } = found
  const items = await listSavedSignals(database, { orgId, collectionId, ...page })
  return {
    collection: collectionDocument.of(found),
    items: items.map(({ savedAt, ...signal }) => ({ savedAt, signal })),
  }
}

export const listNotesRead = defineDocumentList({
  name: 'note.list',
  summary: "List the notes on a workspace's signals, accounts and deals, newest first.",
  demands: 'viewer',
  input,
  http: { method: 'get', path: '/notes', errors: [] },
  read: ({ services: { database }, input: { orgId } }) => listNotes(database, orgId),
  idOf: ({ id }) => id,
  output: { description: 'All of them.', schema: noteSchema, of: (note: Note) => note },
})
