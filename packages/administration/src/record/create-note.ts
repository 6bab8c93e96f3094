import { memberOf } from '@signalpost/authorization'
import { createNote } from '@signalpost/database/records'
import {
  type Note,
  noteBodySchema,
  noteSchema,
  noteTargetSchema,
  orgIdSchema,
  RejectedError,
} from '@signalpost/domain'
import { z } from 'zod'
import type { ActWork } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import type { RecordServices } from './record-services.ts'

const input = z.strictObject({ orgId: orgIdSchema, target: noteTargetSchema, body: noteBodySchema })

/** Attaches a note to a signal, an account or a deal. Throws RejectedError `not_found`. */
export const createNoteAct = defineOperation({
  name: 'note.create',
  summary: 'Write a note on a signal, an account or a deal.',
  demands: 'member',
  input,
  http: { method: 'post', path: '/notes', status: 201, errors: ['not_found'] },
  run: async ({
    transaction,
    services,
    caller,
    input: given,
  }: ActWork<z.output<typeof input>, RecordServices>) => {
    const { orgId, target } = given
    const createdBy = memberOf(caller)
    const note = await createNote(transaction, { ...given, createdBy, nowMs: services.nowMs() })
    if (note === undefined) throw new RejectedError('not_found', 'There is no such signal, account or deal.')
    const change = { orgId, target: { type: 'note', id: note.id }, before: null, after: { target } }
    return { result: note, change }
  },
  output: { description: 'The note.', schema: noteSchema, of: (note: Note) => note },
})
