import { editEscalation, getEscalation } from '@signalpost/database/rules'
import { nameSchema } from '@signalpost/domain'
import { changeBetween } from '../change-between.ts'
import { defineOperation } from '../define-operation.ts'
import { auditedEscalation, escalationTarget } from './audited-escalation.ts'
import { escalationDocument, escalationReference, givenDefinition } from './escalation-document.ts'

/** Throws RejectedError: `not_found`, `conflict` for one that has ended. */
export const editEscalationAct = defineOperation({
  name: 'escalation.edit',
  summary: 'Change the given settings of an escalation and keep the rest.',
  demands: 'admin',
  input: escalationReference.extend({ name: nameSchema.optional(), definition: givenDefinition.optional() }),
  http: { method: 'patch', path: '/escalations/{id}', errors: ['not_found', 'conflict'] },
  output: escalationDocument,
  example: { name: 'Renamed' },
  run: async ({ transaction, input: { escalationId, orgId, ...changes } }) => {
    const before = await getEscalation(transaction, { escalationId, orgId })
    const after = await editEscalation(transaction, { escalationId, orgId, ...changes })
    const states = { before: auditedEscalation(before), after: auditedEscalation(after) }
    return { result: after, change: changeBetween({ ...escalationTarget(after), ...states }) }
  },
})
