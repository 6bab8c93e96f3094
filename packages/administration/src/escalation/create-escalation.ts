import { createEscalation } from '@signalpost/database/rules'
import { escalationDefinitionSchema, nameSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { auditedEscalation, escalationTarget } from './audited-escalation.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  name: nameSchema,
  definition: escalationDefinitionSchema,
})

/**
 * Creates an escalation for signals that are first stored from now on. Throws RejectedError `not_found` for a channel or
 * a person that the workspace does not have.
 */
export const createEscalationAct = defineAct({
  name: 'escalation.create',
  demands: 'admin',
  input,
  run: async ({ transaction, input: escalation }) => {
    const created = await createEscalation(transaction, escalation)
    const states = { before: null, after: auditedEscalation(created) }
    return { result: created, change: { ...escalationTarget(created), ...states } }
  },
})
