import { NotReadyError } from '@signalpost/domain'

// A table, index or view; a type, trigger or constraint; a function; a column.
const duplicates = new Set(['42P07', '42710', '42723', '42701'])

/** Another program keeps its tables where ours would go. */
export class StrangeObjectsError extends NotReadyError {
  constructor(message: string, options: ErrorOptions = {}) {
    super(message, 'Give Signalpost a database of its own.', options)
  }
}

/** Returns what a person can do about a migration that meets what it is to create; any other error as it is. */
export function explainDuplicate(error: unknown, migration: string): unknown {
  const isDuplicate = error instanceof Error && 'code' in error && duplicates.has(String(error.code))
  if (!isDuplicate) return error
  return new StrangeObjectsError(
    `the migration ${migration} cannot run, because something else is there: ${error.message}`,
    { cause: error },
  )
}
