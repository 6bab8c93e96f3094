import { deleteRule } from '@signalpost/database/rules'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { auditedRule, ruleTarget } from './audited-rule.ts'

const input = z.strictObject({ ruleId: z.string(), orgId: orgIdSchema.optional() })

/** Removes a rule from the order; its alerts stay. Throws RejectedError `not_found`. */
export const deleteRuleAct = defineAct({
  name: 'rule.delete',
  demands: 'admin',
  input,
  run: async ({ transaction, input: reference }) => {
    const deleted = await deleteRule(transaction, reference)
    return { result: deleted, change: { ...ruleTarget(deleted), before: auditedRule(deleted), after: null } }
  },
})
