export { createRuleAct } from './create-rule.ts'
export { deleteRuleAct } from './delete-rule.ts'
export { editRuleAct } from './edit-rule.ts'
export { disableRuleAct, enableRuleAct } from './switch-rule.ts'
