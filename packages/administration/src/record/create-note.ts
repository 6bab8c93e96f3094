import { memberOf } from '@signalpost/authorization'
import { createNote } from '@signalpost/database/records'
import { noteBodySchema, noteTargetSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { type ActWork, defineAct } from '../define-act.ts'
import type { RecordServices } from './record-services.ts'

const input = z.strictObject({ orgId: orgIdSchema, target: noteTargetSchema, body: noteBodySchema })

/** Attaches a note to a signal, an account or a deal. Throws RejectedError `not_found`. */
export const createNoteAct = defineAct({
  name: 'note.create',
  demands: 'member',
  input,
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
})
