import { performAct } from '@signalpost/administration'
import { createNoteAct } from '@signalpost/administration/record'
import { noteBodySchema, noteSchema, noteTargetSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'

export const createNote = defineRoute({
  operationId: 'createNote',
  method: 'post',
  path: '/console/api/w/{orgId}/notes',
  role: 'member',
  summary: 'Write a note on a signal, an account or a deal',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject({ target: noteTargetSchema, body: noteBodySchema }),
  success: { status: 201, description: 'The note.', schema: noteSchema },
  errors: ['not_found'],
  handle: (services, { caller, params: { orgId }, body }) =>
    performAct(services, { caller, act: createNoteAct, input: { orgId, ...body } }),
})
