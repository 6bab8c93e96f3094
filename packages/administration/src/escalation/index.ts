import { createEscalationAct } from './create-escalation.ts'
import { editEscalationAct } from './edit-escalation.ts'
import { endEscalationAct } from './end-escalation.ts'
import { previewEscalationRead, previewStoredEscalationRead } from './preview-escalation.ts'
import { listEscalationsRead } from './read-escalation.ts'

export { getEscalationRead } from './read-escalation.ts'
export { createEscalationAct, editEscalationAct, previewStoredEscalationRead }

export const escalationOperations = [
  ...[createEscalationAct, editEscalationAct, endEscalationAct],
  ...[listEscalationsRead, previewEscalationRead, previewStoredEscalationRead],
] as const
