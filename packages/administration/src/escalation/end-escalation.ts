import { endEscalation, getEscalation } from '@signalpost/database/rules'
import { changeBetween } from '../change-between.ts'
import { defineOperation } from '../define-operation.ts'
import { auditedEscalation, escalationTarget } from './audited-escalation.ts'
import { escalationDocument, escalationReference } from './escalation-document.ts'

/** Does nothing to one that has ended. Throws RejectedError `not_found`. */
export const endEscalationAct = defineOperation({
  name: 'escalation.end',
  summary: 'End an escalation now, for all signals.',
  demands: 'admin',
  input: escalationReference,
  http: { method: 'post', path: '/escalations/{id}/end', errors: ['not_found'] },
  output: escalationDocument,
  run: async ({ transaction, input: reference }) => {
    const before = await getEscalation(transaction, reference)
    const after = await endEscalation(transaction, reference)
    const states = { before: auditedEscalation(before), after: auditedEscalation(after) }
    return { result: after, change: changeBetween({ ...escalationTarget(after), ...states }) }
  },
})
