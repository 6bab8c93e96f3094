import { createNoteAct } from './create-note.ts'
import { removeSavedSignalAct, saveSignalAct } from './saved-signals.ts'

export { assignSignalAct, judgeSignalAct, markSignalReadAct } from './signal-acts.ts'
export { createNoteAct, saveSignalAct }

/** What is done to records in pages, by keys and by assistants, and not on the command line. */
export const recordOperations = [saveSignalAct, removeSavedSignalAct, createNoteAct] as const
