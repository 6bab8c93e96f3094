import type { AuditedState } from '@signalpost/database/acts'
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
import { changeBetween } from '../change-between.ts'
import { defineOperation } from '../define-operation.ts'
import { givenDefinition, givenPosition, ruleDocument, ruleReference } from './rule-document.ts'

/** Returns what the audit log shows of a rule. */
export function auditedRule({ name, position, enabled, definition }: StoredRule): AuditedState {
  return { name, position, enabled, definition }
}

/** The workspace and target of an audit row about a rule. */
export function ruleTarget({ orgId, ruleId }: StoredRule): {
  orgId: string
  target: { type: 'rule'; id: string }
} {
  return { orgId, target: { type: 'rule', id: ruleId } }
}

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
  run: async ({ transaction, input: rule }) => {
    const created = await createRule(transaction, rule)
    return { result: created, change: { ...ruleTarget(created), before: null, after: auditedRule(created) } }
  },
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
    const states = { before: auditedRule(before), after: auditedRule(after) }
    return { result: after, change: changeBetween({ ...ruleTarget(after), ...states }) }
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
  run: async ({ transaction, input: reference }) => {
    const deleted = await deleteRule(transaction, reference)
    return { result: deleted, change: { ...ruleTarget(deleted), before: auditedRule(deleted), after: null } }
  },
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
    const states = { before: auditedRule(before), after: auditedRule(after) }
    return { result: after, change: changeBetween({ ...ruleTarget(after), ...states }) }
  },
})
