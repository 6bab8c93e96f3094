import { editRule, getRule, lockRules } from '@signalpost/database/rules'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineOperation } from '../define-operation.ts'
import { auditedRule, ruleTarget } from './audited-rule.ts'
import { ruleDocument, ruleReference } from './rule-document.ts'

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
