import type { WarehouseTable } from '@signalpost/domain'
import { currentNameOf } from '../comments.ts'
import { syncColumns } from '../target.ts'
import { UnusablePlaceError } from '../unusable-place-error.ts'
import type { Connection } from './connection.ts'
import { accessDenied } from './fault-of.ts'
import { findColumns } from './find-columns.ts'
import { quote } from './quote.ts'
import { cursorStatementsFor, cursorsName, statementsFor } from './statements.ts'

/**
 * Creates the table, its view and its comments, or adds what is missing. Accepts a table that a person created beforehand
 * with a sync's columns and another engine of the same family.
 */
export async function prepareTable(
  connection: Connection,
  { table, database }: { table: WarehouseTable; database: string },
): Promise<void> {
  const statements = statementsFor(table, database)
  const view = currentNameOf(table)
  const found = await findColumns(connection, database, [table.name, view, cursorsName])
  const stored = found.get(table.name)
  const keptOfCursors = found.get(cursorsName)
  if (keptOfCursors === undefined) await createCursors(connection, database)
  else if (!keptOfCursors.has('history')) await connection.run(cursorStatementsFor(database).addHistory)
  if (stored === undefined) {
    // The table was dropped by hand, so it must be refilled. Comes first, because a crash may happen between the two.
    await connection.run(cursorStatementsFor(database).forget, { table_name: table.name })
    await connection.run(statements.createTable)
  } else if (!syncColumns.every((name) => stored.has(name))) {
    throw new UnusablePlaceError(
      `the table ${table.name} of the database ${database} was created by something else; rename it, or choose another database`,
    )
  }
  const missing = stored === undefined ? [] : table.columns.filter(({ name }) => !stored.has(name))
  if (missing.length > 0) await connection.run(statements.addColumns(missing))
  if (await lacksView(connection, { table, database, columns: table.columns, shown: found.get(view) }))
    await connection.run(statements.replaceView)
  await describeTable(connection, { table, database })
}

type Columns = ReadonlyMap<string, string>

/**
 * Whether the view of the current rows is missing, lacks one of these columns, or shows other rows than those. What a
 * person made under its name and is no view, such as a table, is left alone.
 */
export async function lacksView(
  connection: Connection,
  {
    table,
    database,
    columns,
    shown,
  }: {
    table: WarehouseTable
    database: string
    columns: readonly { name: string }[]
    shown: Columns | undefined
  },
): Promise<boolean> {
  if (shown === undefined) return true
  const query = await findView(connection, { table, database })
  if (query === undefined) return false
  const isWhole = columns.every(({ name }) => shown.has(name))
  return !isWhole || plain(query) !== plain(statementsFor(table, database).shown)
}

/** Returns the query of what has the name of a table's view, if it is a view. */
export async function findView(
  connection: Connection,
  { table, database }: { table: WarehouseTable; database: string },
): Promise<string | undefined> {
  const [view] = await connection.query(
    `SELECT as_select AS shown FROM system.tables
     WHERE database = {database:String} AND name = {view:String} AND engine = 'View'`,
    { database, view: currentNameOf(table) },
  )
  return view === undefined ? undefined : String(view.shown)
}

/** A query without what servers print in different ways. */
function plain(query: string): string {
  return query.replaceAll(/[\s()`"]/g, '')
}

/** Comments the table and its columns, where the user may. Leaves alone what a person wrote there. */
async function describeTable(
  connection: Connection,
  { table, database }: { table: WarehouseTable; database: string },
): Promise<void> {
  const statements = statementsFor(table, database)
  const undescribed = await connection.query(statements.findUndescribed, { database, table: table.name })
  const statement = statements.describe(undescribed.map(({ name }) => String(name)))
  if (statement === undefined) return
  try {
    await connection.run(statement)
  } catch (cause) {
    // A user may create tables without the right to comment them.
    if (!(cause instanceof Error && 'code' in cause && cause.code === accessDenied)) throw cause
  }
}

async function createCursors(connection: Connection, database: string): Promise<void> {
  const [there] = await connection.query('SELECT 1 FROM system.databases WHERE name = {database:String}', {
    database,
  })
  // Even when the database exists, `IF NOT EXISTS` would require the right to create one.
  if (there === undefined) await connection.run(`CREATE DATABASE IF NOT EXISTS ${quote(database)}`)
  await connection.run(cursorStatementsFor(database).create)
}
