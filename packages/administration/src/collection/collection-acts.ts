import { createCollection, deleteCollection, renameCollection } from '@signalpost/database/records'
import {
  type Collection,
  collectionDescriptionSchema,
  collectionNameSchema,
  collectionSchema,
  idSchema,
  orgIdSchema,
  RejectedError,
} from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import type { ActWork } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import type { RecordServices } from '../record/record-services.ts'

const collectionName = collectionNameSchema.meta({
  description: 'What it is called in the workspace.',
})

export const collectionDocument = {
  description: 'The collection.',
  schema: collectionSchema,
  of: ({ id, name, description, createdAt }: Collection) => ({ id, name, description, createdAt }),
}

const newCollection = z.strictObject({
  orgId: orgIdSchema,
  name: collectionName,
  description: collectionDescriptionSchema.nullable().default(null),
})

/** Creates a collection. Throws RejectedError `conflict` where its name is taken. */
export const createCollectionAct = defineOperation({
  name: 'collection.create',
  summary: 'Create a collection of signals.',
  demands: 'member',
  input: newCollection,
  http: { method: 'post', path: '/lists', status: 201, errors: ['conflict'], operationId: 'createList' },
  run: async ({
    transaction,
    services,
    input: given,
  }: ActWork<z.output<typeof newCollection>, RecordServices>) => {
    const { orgId } = given
    const collection = await createCollection(transaction, { ...given, nowMs: services.nowMs() })
    const target = { type: 'collection', id: collection.id }
    // A description is free text, which the log leaves out.
    return { result: collection, change: { orgId, target, before: null, after: { name: collection.name } } }
  },
  output: collectionDocument,
})

const renamedCollection = z.strictObject({
  orgId: orgIdSchema,
  collectionId: idSchema,
  name: collectionName,
})

/** Renames a collection. Throws RejectedError `not_found`, and `conflict` where the name is taken. */
export const renameCollectionAct = defineOperation({
  name: 'collection.rename',
  summary: 'Rename a collection.',
  demands: 'member',
  input: renamedCollection,
  http: {
    ...{ method: 'patch', path: '/lists/{id}', errors: ['not_found', 'conflict'] },
    operationId: 'renameList',
  },
  run: async ({ transaction, input: given }: ActWork<z.output<typeof renamedCollection>, RecordServices>) => {
    const { orgId, collectionId } = given
    const renamed = await renameCollection(transaction, given)
    if (renamed === undefined) throw new RejectedError('not_found', 'There is no such collection.')
    const { before, collection } = renamed
    const states = { before: { name: before.name }, after: { name: collection.name } }
    const target = { type: 'collection', id: collectionId }
    return { result: collection, change: changeBetween({ orgId, target, ...states }) }
  },
  output: collectionDocument,
})

const reference = z.strictObject({ orgId: orgIdSchema, collectionId: idSchema })

/** Deletes a collection; its signals stay. Returns what it was. Throws RejectedError `not_found`. */
export const deleteCollectionAct = defineOperation({
  name: 'collection.delete',
  summary: 'Delete a collection; its signals stay.',
  demands: 'member',
  input: reference,
  http: { method: 'delete', path: '/lists/{id}', errors: ['not_found'], operationId: 'deleteList' },
  run: async ({ transaction, input: given }: ActWork<z.output<typeof reference>, RecordServices>) => {
    const { orgId, collectionId } = given
    const collection = await deleteCollection(transaction, given)
    if (collection === undefined) throw new RejectedError('not_found', 'There is no such collection.')
    const target = { type: 'collection', id: collectionId }
    return { result: collection, change: { orgId, target, before: { name: collection.name }, after: null } }
  },
  output: collectionDocument,
})
