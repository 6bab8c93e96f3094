export { createEscalationAct } from './create-escalation.ts'
export { editEscalationAct } from './edit-escalation.ts'
export { endEscalationAct } from './end-escalation.ts'
