import { deleteRule } from '@signalpost/database/rules'
import { defineOperation } from '../define-operation.ts'
import { auditedRule, ruleTarget } from './audited-rule.ts'
import { ruleDocument, ruleReference } from './rule-document.ts'

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
