import { createEscalationAct } from './create-escalation.ts'
import { editEscalationAct } from './edit-escalation.ts'
import { endEscalationAct } from './end-escalation.ts'
import { previewEscalationRead } from './preview-escalation.ts'
import { listEscalationsRead } from './read-escalation.ts'

export { getEscalationRead, previewStoredEscalationRead } from './read-escalation.ts'
export { createEscalationAct, editEscalationAct }

export const escalationOperations = [
  ...[createEscalationAct, editEscalationAct, endEscalationAct],
  ...[listEscalationsRead, previewEscalationRead],
] as const
