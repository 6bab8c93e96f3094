import {
  createEscalation,
  editEscalation,
  endEscalation,
  getEscalation,
  type StoredEscalation,
} from '@signalpost/database/rules'
import { nameSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { auditing } from '../auditing.ts'
import { defineOperation } from '../define-operation.ts'
import { escalationDocument, escalationReference, givenDefinition } from './escalation-document.ts'

const audit = auditing('escalation', ({ name, definition, endedAt }: StoredEscalation) => ({
  ...{ name, definition, endedAt },
}))

/** Throws RejectedError `not_found` for a channel or a person that the workspace does not have. */
export const createEscalationAct = defineOperation({
  name: 'escalation.create',
  summary: 'Create an escalation, which alerts in steps about signals that no one takes.',
  demands: 'admin',
  input: z.strictObject({ orgId: orgIdSchema, name: nameSchema, definition: givenDefinition }),
  http: { method: 'post', path: '/escalations', status: 201, errors: ['not_found'] },
  output: escalationDocument,
  run: async ({ transaction, input: escalation }) =>
    audit.created(await createEscalation(transaction, escalation)),
})

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
    return audit.changed(before, after)
  },
})

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
    return audit.changed(before, after)
  },
})
