import { isDeepStrictEqual } from 'node:util'
import { endSilence, getSilence } from '@signalpost/database/rules'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineOperation } from '../define-operation.ts'
import { auditedSilence, silenceTarget } from './audited-silence.ts'
import { silenceDocument } from './silence-document.ts'

/** A member can end only their own. Does nothing to one that has ended. Throws RejectedError: `not_found`, `forbidden`. */
export const endSilenceAct = defineOperation({
  name: 'silence.end',
  summary: 'End a silence now.',
  demands: 'member',
  input: z.strictObject({ silenceId: z.string(), orgId: orgIdSchema.optional() }),
  http: { method: 'post', path: '/silences/{id}/end', errors: ['not_found'] },
  output: silenceDocument,
  run: async ({ transaction, caller, input: reference }) => {
    const before = await getSilence(transaction, reference)
    if (caller.role !== 'admin' && !isDeepStrictEqual(before.createdBy, caller.actor)) {
      throw new RejectedError('forbidden', 'Ending a silence of others needs the role admin.')
    }
    const after = await endSilence(transaction, reference)
    const states = { before: auditedSilence(before), after: auditedSilence(after) }
    return { result: after, change: changeBetween({ ...silenceTarget(after), ...states }) }
  },
})
