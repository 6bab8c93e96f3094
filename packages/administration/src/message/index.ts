import { replayMessageAct } from './replay-message.ts'

export const messageOperations = [replayMessageAct] as const
