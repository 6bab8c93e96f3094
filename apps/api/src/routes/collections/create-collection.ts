import { createCollectionAct } from '@signalpost/administration/collection'
import { collectionDescriptionSchema, collectionNameSchema, collectionSchema } from '@signalpost/domain'
import { optionalMember } from '@signalpost/rest'
import { z } from 'zod'
import { defineWrite } from '../../face/define-routes.ts'
import { exampleCollection } from './example-collection.ts'

export const createCollection = defineWrite({
  operationId: 'createCollection',
  act: createCollectionAct.name,
  method: 'post',
  path: '/v1/collections',
  scope: 'collections:write',
  summary: 'Create a list',
  description:
    'Creates a named list, shared across the workspace. The name is stored without the space around it. A name that differs from that of another list only in surrounding space, case or Unicode composition is a 409.',
  body: z.strictObject({
    name: collectionNameSchema,
    description: optionalMember(collectionDescriptionSchema),
  }),
  bodyExample: { name: exampleCollection.name, description: exampleCollection.description },
  success: {
    status: 201,
    description: 'The list.',
    schema: collectionSchema,
    example: exampleCollection,
  },
  errors: ['conflict'],
  write: ({ perform }, { caller: { orgId }, body }) => perform(createCollectionAct, { orgId, ...body }),
})
