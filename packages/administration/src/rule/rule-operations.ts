import { previewRuleRead } from './preview-rule.ts'
import { listRulesRead, previewStoredRuleRead, ruleWarningsRead } from './read-rule.ts'
import { createRuleAct, deleteRuleAct, editRuleAct, moveRuleAct } from './rule-acts.ts'
import { disableRuleAct, enableRuleAct, switchRule } from './switch-rule.ts'

export const ruleOperations = [
  ...[listRulesRead, ruleWarningsRead, previewRuleRead, createRuleAct, editRuleAct],
  ...[switchRule, enableRuleAct, disableRuleAct, deleteRuleAct, moveRuleAct, previewStoredRuleRead],
] as const
