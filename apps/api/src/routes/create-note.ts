import { createNoteAct } from '@signalpost/administration/record'
import { exampleSignal, type Note, noteBodySchema, noteSchema, noteTargetSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineWrite } from '../face/define-routes.ts'

const example: Pick<Note, 'target' | 'body'> = {
  target: { type: 'signal', id: exampleSignal.id },
  body: 'Called them: they decide on Thursday.',
}

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
  bodyExample: example,
  maxBodyBytes: 131_072, // room for 10,000 characters that are all escapes of 12 bytes
  success: {
    status: 201,
    description: 'The note.',
    schema: noteSchema,
    example: {
      id: 'note_01jc8z',
      ...example,
      createdAt: '2026-11-20T10:00:00.000Z',
      createdBy: 'usr_grace',
    },
  },
  errors: ['not_found'],
  write: ({ perform }, { caller: { orgId }, body }) => perform(createNoteAct, { orgId, ...body }),
})
