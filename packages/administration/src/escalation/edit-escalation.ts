import { editEscalation, getEscalation } from '@signalpost/database/rules'
import { escalationDefinitionSchema, nameSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineAct } from '../define-act.ts'
import { auditedEscalation, escalationTarget } from './audited-escalation.ts'

const input = z.strictObject({
  escalationId: z.string(),
  orgId: orgIdSchema.optional(),
  name: nameSchema.optional(),
  definition: escalationDefinitionSchema.optional(),
})

/** Changes what is given and keeps the rest. Throws RejectedError: `not_found`, `conflict` for one that has ended. */
export const editEscalationAct = defineAct({
  name: 'escalation.edit',
  demands: 'admin',
  input,
  run: async ({ transaction, input: { escalationId, orgId, ...changes } }) => {
    const before = await getEscalation(transaction, { escalationId, orgId })
    const after = await editEscalation(transaction, { escalationId, orgId, ...changes })
    const states = { before: auditedEscalation(before), after: auditedEscalation(after) }
    return { result: after, change: changeBetween({ ...escalationTarget(after), ...states }) }
  },
})
