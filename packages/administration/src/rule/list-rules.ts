import { listRules } from '@signalpost/database/rules'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineList } from '../define-operation.ts'
import { ruleDocument } from './rule-document.ts'

export const listRulesRead = defineList({
  name: 'rule.list',
  summary: "List a workspace's rules in the order of evaluation.",
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema }),
  http: { method: 'get', path: '/rules', errors: [] },
  output: { ...ruleDocument, description: 'All of them.' },
  read: ({ services: { database }, input: { orgId } }) => listRules(database, orgId),
  idOf: ({ ruleId }) => ruleId,
})
