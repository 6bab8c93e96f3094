import { deleteCollection } from '@signalpost/database/records'
import { idSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import type { ActWork } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import type { RecordServices } from '../record/record-services.ts'
import { collectionDocument } from './collection-document.ts'

const input = z.strictObject({ orgId: orgIdSchema, collectionId: idSchema })

/** Deletes a collection; its signals stay. Returns what it was. Throws RejectedError `not_found`. */
export const deleteCollectionAct = defineOperation({
  name: 'collection.delete',
  summary: 'Delete a collection; its signals stay.',
  demands: 'member',
  input,
  http: { method: 'delete', path: '/lists/{id}', errors: ['not_found'], operationId: 'deleteList' },
  run: async ({ transaction, input: given }: ActWork<z.output<typeof input>, RecordServices>) => {
    const { orgId, collectionId } = given
    const collection = await deleteCollection(transaction, given)
    if (collection === undefined) throw new RejectedError('not_found', 'There is no such collection.')
    const target = { type: 'collection', id: collectionId }
    return { result: collection, change: { orgId, target, before: { name: collection.name }, after: null } }
  },
  output: collectionDocument,
})
