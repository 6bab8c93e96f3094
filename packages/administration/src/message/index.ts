export { replayMessageAct } from './replay-message.ts'
