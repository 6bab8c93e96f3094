import { renameCollection } from '@signalpost/database/records'
import { idSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import type { ActWork } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import type { RecordServices } from '../record/record-services.ts'
import { collectionDocument, collectionName } from './collection-document.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  collectionId: idSchema,
  name: collectionName,
})

/** Renames a collection. Throws RejectedError `not_found`, and `conflict` where the name is taken. */
export const renameCollectionAct = defineOperation({
  name: 'collection.rename',
  summary: 'Rename a collection.',
  demands: 'member',
  input,
  http: {
    ...{ method: 'patch', path: '/lists/{id}', errors: ['not_found', 'conflict'] },
    operationId: 'renameList',
  },
  run: async ({ transaction, input: given }: ActWork<z.output<typeof input>, RecordServices>) => {
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
