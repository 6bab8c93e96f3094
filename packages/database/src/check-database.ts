import { NotReadyError } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { explainStoreFault } from './explain-store-fault.ts'
import { listNames } from './list-names.ts'
import { readSchemaState, type SchemaState } from './schema/read-schema-state.ts'
import { SchemaAheadError } from './schema/schema-ahead-error.ts'

/**
 * Checks whether a process of this version can work on the database.
 *
 * @throws NotReadyError with the reason: unreachable, not writable, or a schema that is behind or ahead
 */
export async function checkDatabase(database: Database): Promise<void> {
  try {
    await checkWritable(database)
    checkSchema(await readSchemaState(database))
  } catch (error) {
    throw explainStoreFault(error)
  }
}

/** @throws NotReadyError for a standby and for a read-only primary */
export async function checkWritable(database: Database): Promise<void> {
  const { rows } = await sql<{ isStandby: boolean; isReadOnly: boolean }>`
    select pg_is_in_recovery() as "isStandby",
           current_setting('transaction_read_only') = 'on' as "isReadOnly"`.execute(database)
  const [{ isStandby, isReadOnly } = { isStandby: false, isReadOnly: false }] = rows
  if (isStandby) {
    throw new NotReadyError(
      'this is a standby, which accepts no writes',
      'Point DATABASE_URL at the primary, or promote this server.',
    )
  }
  if (isReadOnly) {
    throw new NotReadyError(
      'the database is read-only',
      'Set default_transaction_read_only to off for the server, the database and the role.',
    )
  }
}

/** @throws NotReadyError if this version may not run on the schema */
export function checkSchema({ pending, unknown, mayRunBeside }: SchemaState): void {
  if (!mayRunBeside) throw new SchemaAheadError(unknown)
  if (pending.length > 0) {
    throw new NotReadyError(
      `the schema is behind this version: it lacks ${listNames(pending)}`,
      'Run ./signalpost migrate.',
    )
  }
}
