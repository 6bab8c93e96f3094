import { createEscalation } from '@signalpost/database/rules'
import { nameSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineOperation } from '../define-operation.ts'
import { auditedEscalation, escalationTarget } from './audited-escalation.ts'
import { escalationDocument, givenDefinition } from './escalation-document.ts'

/** Throws RejectedError `not_found` for a channel or a person that the workspace does not have. */
export const createEscalationAct = defineOperation({
  name: 'escalation.create',
  summary: 'Create an escalation, which alerts in steps about signals that no one takes.',
  demands: 'admin',
  input: z.strictObject({ orgId: orgIdSchema, name: nameSchema, definition: givenDefinition }),
  http: { method: 'post', path: '/escalations', status: 201, errors: ['not_found'] },
  output: escalationDocument,
  run: async ({ transaction, input: escalation }) => {
    const created = await createEscalation(transaction, escalation)
    const states = { before: null, after: auditedEscalation(created) }
    return { result: created, change: { ...escalationTarget(created), ...states } }
  },
})
