export {
  type AssistantCall,
  type CallPosition,
  hasCalledSince,
  listAssistantCalls,
  recordAssistantCalls,
} from './assistant-calls.ts'
export {
  askForConfirmation,
  type Confirmation,
  type ConfirmationDecision,
  type ConfirmedCall,
  decideConfirmation,
  findConfirmation,
  type ShownChange,
  type ShownFact,
  takeConfirmation,
} from './confirmations.ts'
