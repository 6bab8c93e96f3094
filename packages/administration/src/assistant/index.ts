export { confirmChangeAct, decisionSchema, getConfirmation } from './confirm-change.ts'
export { connectAssistantAct, type DecisionServices, denyAssistant } from './connect-assistant.ts'
export { disconnectAssistantAct, revokeAssistantAct } from './end-assistant.ts'
export { describeWrites, undoWrite, type Write, type WriteState } from './undo-write.ts'
