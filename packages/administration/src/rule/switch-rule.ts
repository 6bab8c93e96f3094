import { getRule, setRuleEnabled } from '@signalpost/database/rules'
import { z } from 'zod'
import { defineChoice } from '../define-operation.ts'
import { defineSwitchable } from '../define-switchable.ts'
import { ruleAudit } from './rule-acts.ts'
import { ruleReference, waitingRuleDocument, withWaiting } from './rule-document.ts'

const switchTo = defineSwitchable({
  input: ruleReference,
  get: getRule,
  set: async (transaction, change: Parameters<typeof setRuleEnabled>[1]) =>
    withWaiting(transaction, await setRuleEnabled(transaction, change)),
  audit: ruleAudit,
})

export const enableRuleAct = switchTo({
  name: 'rule.enable',
  summary: 'Resume alerts for a rule, for signals that arrive from now on.',
  to: { enabled: true },
})

/** The rule keeps its place in the order. What waits is given up only once it is due. */
export const disableRuleAct = switchTo({
  name: 'rule.disable',
  summary: 'Stop sending alerts for a rule until it is enabled.',
  to: { enabled: false },
})

export const switchRule = defineChoice({
  name: 'rule.switch',
  summary: 'Enable or disable a rule.',
  demands: 'admin',
  input: ruleReference.extend({ enabled: z.boolean() }),
  http: { method: 'post', path: '/rules/{id}/switch', errors: ['not_found'] },
  output: waitingRuleDocument,
  example: { enabled: false },
  choose: ({ enabled }) => (enabled ? enableRuleAct : disableRuleAct),
})
