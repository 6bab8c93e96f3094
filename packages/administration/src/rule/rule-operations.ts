import { createRuleAct } from './create-rule.ts'
import { deleteRuleAct } from './delete-rule.ts'
import { editRuleAct } from './edit-rule.ts'
import { listRulesRead } from './list-rules.ts'
import { moveRuleAct } from './move-rule.ts'
import { previewRuleRead } from './preview-rule.ts'
import { previewStoredRuleRead, ruleWarningsRead } from './read-rule.ts'
import { disableRuleAct, enableRuleAct, switchRule } from './switch-rule.ts'

export const ruleOperations = [
  ...[listRulesRead, ruleWarningsRead, previewRuleRead, createRuleAct, editRuleAct],
  ...[switchRule, enableRuleAct, disableRuleAct, deleteRuleAct, moveRuleAct, previewStoredRuleRead],
] as const
