import { saveSignalAct } from '@signalpost/administration/record'
import { exampleSignal, idSchema, instantSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineWrite } from '../../face/define-routes.ts'
import { exampleCollection } from '../collections/example-collection.ts'

const collectionId = exampleCollection.id

export const saveSignal = defineWrite({
  operationId: 'saveSignal',
  act: saveSignalAct.name,
  method: 'post',
  path: '/v1/signals/{id}/save',
  scope: 'collections:write',
  summary: 'Save a signal to a list',
  description:
    'Adds a signal to a list. Saving it again changes nothing and returns when it was first saved. A deleted signal disappears from its lists, and reappears if it returns.',
  params: z.object({ id: idSchema.meta({ description: "The signal's id.", example: exampleSignal.id }) }),
  body: z.strictObject({ collectionId: idSchema.meta({ description: "The list's id." }) }),
  bodyExample: { collectionId },
  success: {
    status: 200,
    description: 'Where the signal is saved, since when, and whether this request did it.',
    schema: z.object({
      collectionId: idSchema,
      signalId: idSchema,
      savedAt: instantSchema,
      created: z.boolean(),
    }),
    example: {
      collectionId,
      signalId: exampleSignal.id,
      savedAt: '2026-11-20T10:00:00.000Z',
      created: true,
    },
  },
  errors: ['not_found'],
  write: async ({ perform }, { caller: { orgId }, params, body }) => {
    const [signalId, { collectionId: listId }] = [params.id, body]
    return {
      ...{ collectionId: listId, signalId },
      ...(await perform(saveSignalAct, { orgId, signalId, listId })),
    }
  },
})
