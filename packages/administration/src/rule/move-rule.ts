import { editRule, getRule, lockRules } from '@signalpost/database/rules'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineAct } from '../define-act.ts'
import { auditedRule, ruleTarget } from './audited-rule.ts'

const input = z.strictObject({
  ruleId: z.string(),
  orgId: orgIdSchema.optional(),
  direction: z.enum(['up', 'down']),
})

/** Moves a rule one place up or down in the order of evaluation. Throws RejectedError `not_found`. */
export const moveRuleAct = defineAct({
  name: 'rule.move',
  demands: 'admin',
  input,
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
