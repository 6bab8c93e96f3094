import type { WarehouseTable } from '@signalpost/domain'
import { quote } from '../../quote.ts'
import { syncColumns } from '../../target.ts'
import { UnusablePlaceError } from '../../unusable-place-error.ts'
import type { Connection } from '../connection.ts'
import { findColumns } from '../find-columns.ts'
import { insufficientPrivilege } from '../find-grant.ts'
import { cursorStatementsFor, statementsFor } from '../statements.ts'
import { restoreKey } from './restore-key.ts'

// When two sessions create the same thing at once, the second gets one of these states.
const createdMeanwhile = new Set(['23505', '42P06', '42P07', '42701', '42710'])
const maxTries = 5
const invalidDefinition = '42P16'
/** Another view shows what would be dropped. */
const dependentObjects = '2BP01'

/** Creates the table, its view and its comments, or adds what is missing; requires no right that it does not need. */
export async function prepareTable(
  connection: Connection,
  { table, schema }: { table: WarehouseTable; schema: string },
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await createWhatLacks(connection, { table, schema })
      await showCurrent(connection, { table, schema })
      await describeTable(connection, { table, schema })
      return
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
      if (!createdMeanwhile.has(code) || tries === maxTries) throw cause
    }
  }
}

async function createWhatLacks(
  connection: Connection,
  { table, schema }: { table: WarehouseTable; schema: string },
): Promise<void> {
  const statements = statementsFor(table, schema)
  const cursors = cursorStatementsFor(schema)
  const stored = await findColumns(connection, schema, table.name)
  const keptOfCursors = await findColumns(connection, schema, cursors.name)
  if (stored === undefined) await createSchema(connection, schema)
  // It may be gone alone.
  if (keptOfCursors === undefined) await connection.query(cursors.create)
  else if (!keptOfCursors.has('history')) await connection.query(cursors.addHistory)
  if (stored === undefined) {
    await connection.transact(async () => {
      await connection.query(statements.createTable)
      // The table was dropped by hand, so it must be refilled from the start.
      await connection.query(cursors.forget, [table.name])
    })
    return
  }
  if (!syncColumns.every((name) => stored.has(name))) {
    throw new UnusablePlaceError(
      `The table ${table.name} of the schema ${schema} was created by something else: rename it, or choose another schema.`,
    )
  }
  await restoreKey(connection, { table, schema })
  const missing = table.columns.filter(({ name }) => !stored.has(name))
  if (missing.length > 0) await connection.query(statements.addColumns(missing))
  const [defaults] = await connection.query(statements.needsDefaults)
  if (defaults?.needed === true) await connection.query(statements.setDefaults)
}

async function createSchema(connection: Connection, schema: string): Promise<void> {
  // Even when the schema exists, `if not exists` would require the right to create one.
  const [found] = await connection.query('select from pg_namespace where nspname = $1', [schema])
  if (found === undefined) await connection.query(`create schema ${quote(schema)}`)
}

/**
 * Creates the view of current rows, or gives it the table and the columns that it is to show by now. Leaves alone what a
 * person made under its name.
 */
async function showCurrent(
  connection: Connection,
  { table, schema }: { table: WarehouseTable; schema: string },
): Promise<void> {
  const { query, transact } = connection
  const { findCurrent, lockCurrent, dropCurrent, replaceCurrent, noteCurrent } = statementsFor(table, schema)
  const [found] = await query(findCurrent)
  if (found !== undefined && (found.is_ours !== true || found.is_whole === true)) return
  const stored = [...((await findColumns(connection, schema, table.name))?.keys() ?? [])]
  const shown = Array.isArray(found?.columns) ? found.columns.map(String) : []
  const columns = [
    ...shown.filter((name) => stored.includes(name)),
    ...stored.filter((name) => !shown.includes(name)),
  ]
  const replace = (statements: readonly string[]) =>
    ifAllowed(() =>
      transact(async () => {
        for (const statement of statements) await query(statement)
      }),
    )
  try {
    await replace([lockCurrent, replaceCurrent(columns), noteCurrent])
  } catch (cause) {
    // A view that shows what the table does not have, or has in another type, cannot be replaced.
    if (!(cause instanceof Error && 'code' in cause && cause.code === invalidDefinition)) throw cause
    await replace([lockCurrent, dropCurrent, replaceCurrent(stored), noteCurrent])
  }
}

/** Comments the table and its columns. Leaves alone what a person wrote there. */
async function describeTable(
  { query, transact }: Connection,
  { table, schema }: { table: WarehouseTable; schema: string },
): Promise<void> {
  const { findUndescribed, lockCurrent, describe } = statementsFor(table, schema)
  const findNames = async () => (await query(findUndescribed)).map(({ name }) => String(name))
  if (describe(await findNames()).length === 0) return
  await ifAllowed(() =>
    transact(async () => {
      await query(lockCurrent)
      for (const statement of describe(await findNames())) await query(statement)
    }),
  )
}

/** Does without what the account may not do, and without what people built upon. */
async function ifAllowed(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code !== insufficientPrivilege && code !== dependentObjects) throw cause
  }
}
