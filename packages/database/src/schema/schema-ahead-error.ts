import { NotReadyError } from '@signalpost/domain'
import { listNames } from '../list-names.ts'

/** A newer version migrated the database, and this version must not run on it. */
export class SchemaAheadError extends NotReadyError {
  constructor(unknown: readonly string[]) {
    super(
      `the schema is ahead of this version, which may not run on it: it has ${listNames(unknown)}`,
      'Run the version that migrated the database, or a newer one.',
    )
  }
}
