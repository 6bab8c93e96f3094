import { createCollection } from '@signalpost/database/records'
import { collectionDescriptionSchema, collectionNameSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { type ActWork, defineAct } from '../define-act.ts'
import type { RecordServices } from './record-services.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  name: collectionNameSchema,
  description: collectionDescriptionSchema.nullable().default(null),
})

/** Creates a collection. Throws RejectedError `conflict` where its name is taken. */
export const createCollectionAct = defineAct({
  name: 'collection.create',
  demands: 'member',
  input,
  run: async ({ transaction, services, input: given }: ActWork<z.output<typeof input>, RecordServices>) => {
    const { orgId } = given
    const collection = await createCollection(transaction, { ...given, nowMs: services.nowMs() })
    const target = { type: 'collection', id: collection.id }
    // A description is free text, which the log leaves out.
    return { result: collection, change: { orgId, target, before: null, after: { name: collection.name } } }
  },
})
