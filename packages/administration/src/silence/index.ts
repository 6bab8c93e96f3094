import { listSilencesRead } from './list-silences.ts'
import { previewSilenceRead } from './preview-silence.ts'
import { createSilenceAct, endSilenceAct } from './silence-acts.ts'

export const silenceOperations = [
  ...[createSilenceAct, listSilencesRead, previewSilenceRead, endSilenceAct],
] as const
