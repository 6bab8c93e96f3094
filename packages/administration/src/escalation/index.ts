import { createEscalationAct, editEscalationAct, endEscalationAct } from './escalation-acts.ts'
import { previewEscalationRead, previewStoredEscalationRead } from './preview-escalation.ts'
import { listEscalationsRead } from './read-escalation.ts'

export { getEscalationRead } from './read-escalation.ts'
export { createEscalationAct, editEscalationAct, previewStoredEscalationRead }

export const escalationOperations = [
  ...[createEscalationAct, editEscalationAct, endEscalationAct],
  ...[listEscalationsRead, previewEscalationRead, previewStoredEscalationRead],
] as const
