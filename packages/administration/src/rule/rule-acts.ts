import {
  createRule,
  deleteRule,
  editRule,
  getRule,
  lockRules,
  type StoredRule,
} from '@signalpost/database/rules'
import { nameSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { auditing } from '../auditing.ts'
import { defineOperation } from '../define-operation.ts'
import { givenDefinition, givenPosition, ruleDocument, ruleReference } from './rule-document.ts'

export const ruleAudit = auditing('rule', ({ name, position, enabled, definition }: StoredRule) => ({
  ...{ name, position, enabled, definition },
}))

/** Throws RejectedError `not_found` for a channel that the workspace does not have. */
export const createRuleAct = defineOperation({
  name: 'rule.create',
  summary:
    'Create a rule. It alerts on signals that meet all conditions; several values of one condition are alternatives.',
  demands: 'admin',
  input: z.strictObject({
    ...{ orgId: orgIdSchema, name: nameSchema, definition: givenDefinition },
    position: givenPosition,
  }),
  http: { method: 'post', path: '/rules', status: 201, errors: ['not_found'] },
  output: ruleDocument,
  example: { name: 'Hot leads', definition: { channels: 'all' } },
  run: async ({ transaction, input: rule }) => ruleAudit.created(await createRule(transaction, rule)),
})

/** Throws RejectedError `not_found`. */
export const editRuleAct = defineOperation({
  name: 'rule.edit',
  summary: 'Change the given settings of a rule and keep the rest.',
  demands: 'admin',
  input: ruleReference.extend({
    ...{ name: nameSchema.optional(), definition: givenDefinition.optional() },
    position: givenPosition,
  }),
  http: { method: 'patch', path: '/rules/{id}', errors: ['not_found'] },
  output: ruleDocument,
  example: { name: 'Renamed' },
  run: async ({ transaction, input: { ruleId, orgId, ...changes } }) => {
    const before = await getRule(transaction, { ruleId, orgId })
    const after = await editRule(transaction, { ruleId, orgId, ...changes })
    return ruleAudit.changed(before, after)
  },
})

/** Throws RejectedError `not_found`. */
export const deleteRuleAct = defineOperation({
  name: 'rule.delete',
  summary: 'Delete a rule. Its alerts stay in the list.',
  demands: 'admin',
  input: ruleReference,
  http: { method: 'delete', path: '/rules/{id}', errors: ['not_found'] },
  output: ruleDocument,
  run: async ({ transaction, input: reference }) =>
    ruleAudit.removed(await deleteRule(transaction, reference)),
})

export const directionSchema = z.enum(['up', 'down'])

/** Throws RejectedError `not_found`. */
export const moveRuleAct = defineOperation({
  name: 'rule.move',
  summary: 'Move a rule one place up or down in the order of evaluation.',
  demands: 'admin',
  input: ruleReference.extend({ direction: directionSchema }),
  http: { method: 'post', path: '/rules/{id}/move', errors: ['not_found'] },
  output: ruleDocument,
  example: { direction: 'up' },
  run: async ({ transaction, input: { direction, ...reference } }) => {
    const { orgId } = await getRule(transaction, reference)
    // Only under the lock is its place the one that others leave it.
    await lockRules(transaction, orgId)
    const before = await getRule(transaction, reference)
    const position = Math.max(1, before.position + (direction === 'up' ? -1 : 1))
    const after = await editRule(transaction, { ...reference, position })
    return ruleAudit.changed(before, after)
  },
})
