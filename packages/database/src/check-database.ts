import { NotReadyError } from '@signalpost/domain'
import { checkSettings, refusedSettingsSql } from '@signalpost/postgres'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { explainStoreFault } from './explain-store-fault.ts'
import { listNames } from './list-names.ts'
import { hiddenSchemaError, readSchemaState, type SchemaState } from './schema/read-schema-state.ts'
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

/** @throws NotReadyError for a standby, and for settings that no session can change and that we cannot work with */
export async function checkWritable(database: Database): Promise<void> {
  const { rows } = await sql<Record<string, string>>`
    select pg_is_in_recovery()::text as "isStandby", ${sql.raw(refusedSettingsSql)}`.execute(database)
  const [{ isStandby, ...settings } = {}] = rows
  if (isStandby !== 'false') {
    throw new NotReadyError(
      'this is a standby, which accepts no writes',
      'Point DATABASE_URL at the primary, or promote this server.',
    )
  }
  checkSettings(settings)
}

/** @throws NotReadyError if this version may not run on the schema */
export function checkSchema({ pending, unknown, mayRunBeside, hiddenIn }: SchemaState): void {
  if (hiddenIn !== undefined) throw hiddenSchemaError(hiddenIn)
  if (!mayRunBeside) throw new SchemaAheadError(unknown)
  if (pending.length > 0) {
    throw new NotReadyError(
      `the schema is behind this version: it lacks ${listNames(pending)}`,
      'Run ./signalpost migrate.',
    )
  }
}
