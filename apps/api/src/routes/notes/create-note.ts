import { createNoteAct } from '@signalpost/administration/record'
import { noteBodySchema, noteSchema, noteTargetSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineWrite } from '../../face/define-routes.ts'
import { exampleNote } from './example-note.ts'

export const createNote = defineWrite({
  operationId: 'createNote',
  act: createNoteAct.name,
  method: 'post',
  path: '/v1/notes',
  scope: 'collections:write',
  summary: 'Write a note',
  description:
    "Attaches a note to a signal, an account (by its accountKey) or a deal of this workspace. `createdBy` is the key's member.",
  body: z.strictObject({ target: noteTargetSchema, body: noteBodySchema }),
  bodyExample: { target: exampleNote.target, body: exampleNote.body },
  maxBodyBytes: 131_072, // room for 10,000 characters that are all escapes of 12 bytes
  success: {
    status: 201,
    description: 'The note.',
    schema: noteSchema,
    example: exampleNote,
  },
  errors: ['not_found'],
  write: ({ perform }, { caller: { orgId }, body }) => perform(createNoteAct, { orgId, ...body }),
})
