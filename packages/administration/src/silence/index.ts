import { createSilenceAct } from './create-silence.ts'
import { endSilenceAct } from './end-silence.ts'
import { listSilencesRead } from './list-silences.ts'
import { previewSilenceRead } from './preview-silence.ts'

export const silenceOperations = [
  ...[createSilenceAct, listSilencesRead, previewSilenceRead, endSilenceAct],
] as const
