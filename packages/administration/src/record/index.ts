import { createNoteAct } from './create-note.ts'
import { removeSavedSignalAct } from './remove-saved-signal.ts'
import { saveSignalAct } from './save-signal.ts'

export { assignSignalAct } from './assign-signal.ts'
export { judgeSignalAct } from './judge-signal.ts'
export { markSignalReadAct } from './mark-signal-read.ts'
export { createNoteAct, saveSignalAct }

/** What is done to records in pages, by keys and by assistants, and not on the command line. */
export const recordOperations = [saveSignalAct, removeSavedSignalAct, createNoteAct] as const
