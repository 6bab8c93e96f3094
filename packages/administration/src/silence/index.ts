export { createSilenceAct } from './create-silence.ts'
export { endSilenceAct } from './end-silence.ts'
