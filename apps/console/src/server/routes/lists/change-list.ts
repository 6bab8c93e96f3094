import { performAct } from '@signalpost/administration'
import {
  createCollectionAct,
  deleteCollectionAct,
  removeSavedSignalAct,
  renameCollectionAct,
} from '@signalpost/administration/record'
import {
  collectionDescriptionSchema,
  collectionNameSchema,
  collectionSchema,
  idSchema,
} from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams, workspaceParams } from '../workspace-params.ts'

export const createList = defineRoute({
  operationId: 'createList',
  method: 'post',
  path: '/console/api/w/{orgId}/lists',
  role: 'member',
  summary: 'Create a list',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject({
    name: collectionNameSchema,
    description: collectionDescriptionSchema.nullable().optional(),
  }),
  success: { status: 201, description: 'The list.', schema: collectionSchema },
  errors: ['conflict'],
  handle: (services, { caller, params: { orgId }, body }) =>
    performAct(services, { caller, act: createCollectionAct, input: { orgId, ...body } }),
})

export const renameList = defineRoute({
  operationId: 'renameList',
  method: 'patch',
  path: '/console/api/w/{orgId}/lists/{id}',
  role: 'member',
  summary: 'Rename a list',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({ name: collectionNameSchema }),
  success: { status: 200, description: 'The list.', schema: collectionSchema },
  errors: ['not_found', 'conflict'],
  handle: (services, { caller, params: { orgId, id }, body: { name } }) =>
    performAct(services, { caller, act: renameCollectionAct, input: { orgId, collectionId: id, name } }),
})

export const deleteList = defineRoute({
  operationId: 'deleteList',
  method: 'delete',
  path: '/console/api/w/{orgId}/lists/{id}',
  role: 'member',
  summary: 'Delete a list; its signals stay',
  params: recordParams,
  query: noQuery,
  success: { status: 200, description: 'The list that is gone.', schema: collectionSchema },
  errors: ['not_found'],
  handle: (services, { caller, params: { orgId, id } }) =>
    performAct(services, { caller, act: deleteCollectionAct, input: { orgId, collectionId: id } }),
})

export const removeFromList = defineRoute({
  operationId: 'removeFromList',
  method: 'delete',
  path: '/console/api/w/{orgId}/lists/{id}/signals/{signalId}',
  role: 'member',
  summary: 'Take a signal out of a list',
  params: recordParams.extend({ signalId: idSchema }),
  query: noQuery,
  success: {
    status: 200,
    description: 'Whether it was in the list until now.',
    schema: z.object({ removed: z.boolean() }),
  },
  errors: ['not_found'],
  handle: (services, { caller, params: { orgId, id, signalId } }) =>
    performAct(services, { caller, act: removeSavedSignalAct, input: { orgId, collectionId: id, signalId } }),
})
