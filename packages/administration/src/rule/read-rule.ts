import { previewRule } from '@signalpost/database/dispatches'
import { getRule } from '@signalpost/database/rules'
import { z } from 'zod'
import { defineDocument, defineLookup } from '../define-operation.ts'
import { findWarnings } from './find-warnings.ts'
import { listRulesRead } from './list-rules.ts'
import { ruleReference } from './rule-document.ts'

/** Throws RejectedError `not_found`. */
export const getRuleRead = defineLookup({
  demands: 'viewer',
  input: ruleReference,
  foundIn: listRulesRead,
  subject: 'ruleId',
  read: ({ services: { database }, input }) => getRule(database, input),
})

/** Throws RejectedError `not_found`. */
export const ruleWarningsRead = defineDocument({
  name: 'rule.warnings',
  summary: 'See what may keep a rule from alerting.',
  demands: 'viewer',
  input: ruleReference.required(),
  http: {
    ...{ method: 'get', path: '/rules/{id}/warnings', errors: ['not_found'] },
    operationId: 'getRuleWarnings',
  },
  read: async ({ services: { database }, input }) => findWarnings(database, await getRule(database, input)),
  output: {
    description: 'The rules before it that take what it would announce.',
    schema: z.object({
      warnings: z.array(
        z.object({ ruleId: z.string(), takes: z.enum(['all', 'some']), message: z.string() }),
      ),
    }),
    of: (warnings) => ({ warnings }),
  },
})

/** Returns what a stored rule would do with the signals first stored since a moment. Throws RejectedError `not_found`. */
export const previewStoredRuleRead = defineLookup({
  demands: 'member',
  input: ruleReference.extend({ since: z.date() }),
  read: ({ services: { database }, input }) => previewRule(database, input),
})
