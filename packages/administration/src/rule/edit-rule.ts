import { editRule, getRule } from '@signalpost/database/rules'
import { nameSchema } from '@signalpost/domain'
import { changeBetween } from '../change-between.ts'
import { defineOperation } from '../define-operation.ts'
import { auditedRule, ruleTarget } from './audited-rule.ts'
import { givenDefinition, givenPosition, ruleDocument, ruleReference } from './rule-document.ts'

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
