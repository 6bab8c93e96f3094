import { listMessagesRead, showMessageRead } from './read-messages.ts'
import { replayMessageAct } from './replay-message.ts'

export const messageOperations = [listMessagesRead, showMessageRead, replayMessageAct] as const
