import { renameCollection } from '@signalpost/database/records'
import { collectionNameSchema, idSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { type ActWork, defineAct } from '../define-act.ts'
import type { RecordServices } from './record-services.ts'

const input = z.strictObject({ orgId: orgIdSchema, collectionId: idSchema, name: collectionNameSchema })

/** Renames a list. Throws RejectedError `not_found`, and `conflict` where the name is taken. */
export const renameCollectionAct = defineAct({
  name: 'collection.rename',
  demands: 'member',
  input,
  run: async ({ transaction, input: given }: ActWork<z.output<typeof input>, RecordServices>) => {
    const { orgId, collectionId } = given
    const renamed = await renameCollection(transaction, given)
    if (renamed === undefined) throw new RejectedError('not_found', 'There is no such list.')
    const { before, collection } = renamed
    const states = { before: { name: before.name }, after: { name: collection.name } }
    const target = { type: 'collection', id: collectionId }
    return { result: collection, change: changeBetween({ orgId, target, ...states }) }
  },
})
