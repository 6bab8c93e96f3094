import { endSilence, getSilence } from '@signalpost/database/rules'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineAct } from '../define-act.ts'
import { auditedSilence, silenceTarget } from './audited-silence.ts'

const input = z.strictObject({ silenceId: z.string(), orgId: orgIdSchema.optional() })

/** Ends a silence now. One that is over stays as it is. Throws RejectedError `not_found`. */
export const endSilenceAct = defineAct({
  name: 'silence.end',
  demands: 'member',
  input,
  run: async ({ transaction, input: reference }) => {
    const before = await getSilence(transaction, reference)
    const after = await endSilence(transaction, reference)
    const states = { before: auditedSilence(before), after: auditedSilence(after) }
    return { result: after, change: changeBetween({ ...silenceTarget(after), ...states }) }
  },
})
