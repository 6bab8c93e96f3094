import { endEscalation, getEscalation } from '@signalpost/database/rules'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineAct } from '../define-act.ts'
import { auditedEscalation, escalationTarget } from './audited-escalation.ts'

const input = z.strictObject({ escalationId: z.string(), orgId: orgIdSchema.optional() })

/** Ends an escalation for all signals. Does nothing to one that has ended. Throws RejectedError `not_found`. */
export const endEscalationAct = defineAct({
  name: 'escalation.end',
  demands: 'admin',
  input,
  run: async ({ transaction, input: reference }) => {
    const before = await getEscalation(transaction, reference)
    const after = await endEscalation(transaction, reference)
    const states = { before: auditedEscalation(before), after: auditedEscalation(after) }
    return { result: after, change: changeBetween({ ...escalationTarget(after), ...states }) }
  },
})
