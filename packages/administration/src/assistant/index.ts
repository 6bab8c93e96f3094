import { revokeAssistantAct } from './end-assistant.ts'
import {
  getAssistantPolicyRead,
  getAssistantRead,
  listAssistantCallsRead,
  listAssistantsRead,
  listCallsRead,
} from './read-assistants.ts'

export { clientSchema, describeClient } from './client-document.ts'
export { confirmChangeAct, decisionSchema, getConfirmation } from './confirm-change.ts'
export { connectAssistantAct, type DecisionServices, denyAssistant } from './connect-assistant.ts'
export { disconnectAssistantAct } from './end-assistant.ts'
export { getShownAssistant } from './read-assistants.ts'
export { describeWrites, undoWrite, type Write, type WriteState } from './undo-write.ts'
export { getAssistantPolicyRead, getAssistantRead }

export const assistantOperations = [
  ...[listAssistantsRead, getAssistantRead, revokeAssistantAct],
  ...[listAssistantCallsRead, listCallsRead, getAssistantPolicyRead],
] as const
