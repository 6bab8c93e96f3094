import { getRule, setRuleEnabled } from '@signalpost/database/rules'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineAct } from '../define-act.ts'
import { auditedRule, ruleTarget } from './audited-rule.ts'

const input = z.strictObject({ ruleId: z.string(), orgId: orgIdSchema.optional() })

/** Evaluates the rule again. Throws RejectedError `not_found`. */
export const enableRuleAct = switchTo({ name: 'rule.enable', enabled: true })

/** Skips the rule; its place in the order stays. Throws RejectedError `not_found`. */
export const disableRuleAct = switchTo({ name: 'rule.disable', enabled: false })

function switchTo({ name, enabled }: { name: string; enabled: boolean }) {
  return defineAct({
    name,
    demands: 'admin',
    input,
    run: async ({ transaction, input: reference }) => {
      const before = await getRule(transaction, reference)
      const after = await setRuleEnabled(transaction, { ...reference, enabled })
      const states = { before: auditedRule(before), after: auditedRule(after) }
      return { result: after, change: changeBetween({ ...ruleTarget(after), ...states }) }
    },
  })
}
