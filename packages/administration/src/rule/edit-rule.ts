import { editRule, getRule } from '@signalpost/database/rules'
import { nameSchema, orgIdSchema, ruleDefinitionSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineAct } from '../define-act.ts'
import { auditedRule, ruleTarget } from './audited-rule.ts'

const input = z.strictObject({
  ruleId: z.string(),
  orgId: orgIdSchema.optional(),
  name: nameSchema.optional(),
  definition: ruleDefinitionSchema.optional(),
  position: z.number().int().min(1).max(1_000_000).optional(),
})

/** Changes what is given and keeps the rest. Throws RejectedError `not_found`. */
export const editRuleAct = defineAct({
  name: 'rule.edit',
  demands: 'admin',
  input,
  run: async ({ transaction, input: { ruleId, orgId, ...changes } }) => {
    const before = await getRule(transaction, { ruleId, orgId })
    const after = await editRule(transaction, { ruleId, orgId, ...changes })
    const states = { before: auditedRule(before), after: auditedRule(after) }
    return { result: after, change: changeBetween({ ...ruleTarget(after), ...states }) }
  },
})
