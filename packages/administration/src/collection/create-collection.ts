import { createCollection } from '@signalpost/database/records'
import { collectionDescriptionSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import type { ActWork } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import type { RecordServices } from '../record/record-services.ts'
import { collectionDocument, collectionName } from './collection-document.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  name: collectionName,
  description: collectionDescriptionSchema.nullable().default(null),
})

/** Creates a collection. Throws RejectedError `conflict` where its name is taken. */
export const createCollectionAct = defineOperation({
  name: 'collection.create',
  summary: 'Create a collection of signals.',
  demands: 'member',
  input,
  http: { method: 'post', path: '/lists', status: 201, errors: ['conflict'], operationId: 'createList' },
  run: async ({ transaction, services, input: given }: ActWork<z.output<typeof input>, RecordServices>) => {
    const { orgId } = given
    const collection = await createCollection(transaction, { ...given, nowMs: services.nowMs() })
    const target = { type: 'collection', id: collection.id }
    // A description is free text, which the log leaves out.
    return { result: collection, change: { orgId, target, before: null, after: { name: collection.name } } }
  },
  output: collectionDocument,
})
