import { createCollectionAct } from '@signalpost/administration/collection'
import { collectionDescriptionSchema, collectionNameSchema, collectionSchema } from '@signalpost/domain'
import { optionalMember } from '@signalpost/rest'
import { z } from 'zod'
import { defineWrite } from '../face/define-routes.ts'

const example = { name: 'To call this week', description: 'What the Monday round picked.' }

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
  bodyExample: example,
  success: {
    status: 201,
    description: 'The list.',
    schema: collectionSchema,
    example: { id: 'col_01jc8z', ...example, createdAt: '2026-11-20T10:00:00.000Z' },
  },
  errors: ['conflict'],
  write: ({ perform }, { caller: { orgId }, body }) => perform(createCollectionAct, { orgId, ...body }),
})
