import { deleteCollection } from '@signalpost/database/records'
import { idSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { type ActWork, defineAct } from '../define-act.ts'
import type { RecordServices } from './record-services.ts'

const input = z.strictObject({ orgId: orgIdSchema, collectionId: idSchema })

/** Deletes a list; its signals stay. Returns what it was. Throws RejectedError `not_found`. */
export const deleteCollectionAct = defineAct({
  name: 'collection.delete',
  demands: 'member',
  input,
  run: async ({ transaction, input: given }: ActWork<z.output<typeof input>, RecordServices>) => {
    const { orgId, collectionId } = given
    const collection = await deleteCollection(transaction, given)
    if (collection === undefined) throw new RejectedError('not_found', 'There is no such list.')
    const target = { type: 'collection', id: collectionId }
    return { result: collection, change: { orgId, target, before: { name: collection.name }, after: null } }
  },
})
