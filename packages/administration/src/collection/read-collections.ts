import { findCollection, listCollections, listNotes, listSavedSignals } from '@signalpost/database/records'
import {
  collectionSchema,
  idSchema,
  instantSchema,
  type Note,
  noteSchema,
  orgIdSchema,
  RejectedError,
  signalSchema,
} from '@signalpost/domain'
import { createdCursorSchema, takePage } from '@signalpost/rest'
import { z } from 'zod'
import { defineDocumentList, defineDocuments } from '../define-operation.ts'
import { collectionDocument } from './collection-acts.ts'

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
    const { items, last } = takePage(found, limit)
    return { items, nextAfter: last && { createdAt: last.createdAt, id: last.id } }
  },
})

const reference = input.extend({ collectionId: z.string() })

/** Throws RejectedError `not_found`. */
export const showCollectionRead = defineDocuments({
  name: 'collection.show',
  summary: 'Show a collection and its signals, last saved first.',
  demands: 'viewer',
  input: reference,
  http: { method: 'get', path: '/lists/{id}', errors: ['not_found'], operationId: 'getList' },
  output: {
    description: 'The list, and a page of its signals.',
    schema: z.object({ savedAt: instantSchema, signal: signalSchema }),
    of: ({ savedAt, ...signal }: SavedSignal) => ({ savedAt, signal }),
  },
  cursor: z.object({ savedAt: instantSchema, id: idSchema }),
  readPage: async ({ services: { database }, input: of }, { limit, after }) => {
    const found = await listSavedSignals(database, { ...of, after, limit: limit + 1 })
    const page = takePage(found.items, limit)
    const { items } = page
    const last = found.isCut ? items.at(-1) : page.last
    return { items, nextAfter: last && { savedAt: last.savedAt, id: last.id } }
  },
  beside: {
    shape: { list: collectionSchema },
    read: async ({ services: { database }, input: of }) => {
      const found = await findCollection(database, of)
      if (found === undefined) throw new RejectedError('not_found', 'There is no such collection.')
      return { list: collectionDocument.of(found) }
    },
  },
})

type SavedSignal = Awaited<ReturnType<typeof listSavedSignals>>['items'][number]

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
