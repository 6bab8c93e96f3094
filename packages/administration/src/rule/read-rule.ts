import { previewRule } from '@signalpost/database/dispatches'
import { getRule } from '@signalpost/database/rules'
import { z } from 'zod'
import { defineLookup } from '../define-operation.ts'
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

/** Returns what may keep a rule from alerting. */
export const ruleWarningsRead = defineLookup({
  demands: 'viewer',
  input: ruleReference.required(),
  read: ({ services: { database }, input }) => findWarnings(database, input),
})

/** Returns what a stored rule would do with the signals first stored since a moment. Throws RejectedError `not_found`. */
export const previewStoredRuleRead = defineLookup({
  demands: 'member',
  input: ruleReference.extend({ since: z.date() }),
  read: ({ services: { database }, input }) => previewRule(database, input),
})
