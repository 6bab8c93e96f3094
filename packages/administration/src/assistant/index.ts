import { confirmChangeAct, getConfirmationRead } from './confirm-change.ts'
import { revokeAssistantAct } from './end-assistant.ts'
import {
  getAssistantPolicyRead,
  getAssistantRead,
  listAssistantCallsRead,
  listAssistantsRead,
  listCallsRead,
} from './read-assistants.ts'
import { listWritesRead } from './read-writes.ts'

export { clientSchema, describeClient } from './assistant-document.ts'
export { connectAssistantAct, type DecisionServices, denyAssistant } from './connect-assistant.ts'
export { disconnectAssistantAct } from './end-assistant.ts'
export { getShownAssistant } from './read-assistants.ts'
export { undoWrite } from './undo-write.ts'
export { confirmChangeAct, getAssistantPolicyRead, getAssistantRead }

export const assistantOperations = [
  ...[listAssistantsRead, getAssistantRead, revokeAssistantAct],
  ...[listAssistantCallsRead, listCallsRead, getAssistantPolicyRead],
] as const

/** What no command does: it is for the person of an assistant. */
export const assistantPages = [listWritesRead, getConfirmationRead, confirmChangeAct] as const
