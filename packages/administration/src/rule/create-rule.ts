import { createRule } from '@signalpost/database/rules'
import { nameSchema, orgIdSchema, ruleDefinitionSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { auditedRule, ruleTarget } from './audited-rule.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  name: nameSchema,
  definition: ruleDefinitionSchema,
  /** Its place in the order, from 1. Without it the rule comes last. */
  position: z.number().int().min(1).max(1_000_000).optional(),
})

/** Creates a rule. Throws RejectedError `not_found` for a channel that the workspace does not have. */
export const createRuleAct = defineAct({
  name: 'rule.create',
  demands: 'admin',
  input,
  run: async ({ transaction, input: rule }) => {
    const created = await createRule(transaction, rule)
    return { result: created, change: { ...ruleTarget(created), before: null, after: auditedRule(created) } }
  },
})
