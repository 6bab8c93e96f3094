import { getRule, setRuleEnabled } from '@signalpost/database/rules'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineSwitchable } from '../define-switchable.ts'
import { auditedRule, ruleTarget } from './audited-rule.ts'

const switchTo = defineSwitchable({
  input: z.strictObject({ ruleId: z.string(), orgId: orgIdSchema.optional() }),
  get: getRule,
  set: setRuleEnabled,
  targetOf: ruleTarget,
  auditedOf: auditedRule,
})

/** Evaluates the rule again. */
export const enableRuleAct = switchTo({ name: 'rule.enable', to: { enabled: true } })

/** Skips the rule, which keeps its place in the order. */
export const disableRuleAct = switchTo({ name: 'rule.disable', to: { enabled: false } })
