import { createRule } from '@signalpost/database/rules'
import { nameSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineOperation } from '../define-operation.ts'
import { auditedRule, ruleTarget } from './audited-rule.ts'
import { givenDefinition, givenPosition, ruleDocument } from './rule-document.ts'

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
