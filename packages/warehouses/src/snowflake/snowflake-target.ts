import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { WarehouseTable } from '@signalpost/domain'
import { reach } from '@signalpost/runtime'
import { columnFaults, typedColumnsOf } from '../columns.ts'
import { bucketFrom, cursorFrom, storedHashFrom } from '../from-row.ts'
import { type Batch, isOfSync, syncColumns, type Target } from '../target.ts'
import { UnusablePlaceError } from '../unusable-place-error.ts'
import { emptyNulls } from './empty-nulls.ts'
import type { Row, Session } from './session.ts'
import { catalogued, cursorStatements, findColumnsOf, stageStatements, statementsFor } from './statements.ts'

/** Creates a target for one workspace's tables, on a session that has logged in. */
export function createSnowflakeTarget(
  session: Session,
  { orgId, scratch, isReadOnly }: { orgId: string; scratch: string; isReadOnly: boolean },
): Target {
  const folder = `@~/signalpost/${orgId}/`
  /** The batch in this session's temporary table. */
  let staged: string | undefined
  let areCursorsComplete = false

  const stage = async (batch: Batch): Promise<void> => {
    staged = undefined
    await session.run(statementsFor(batch.table).createStaged)
    if (batch.rows > 0) await load(batch)
    staged = batch.batchId
  }

  /** Snowflake names the columns of these results, not the statement. */
  const moveFiles = async (sql: string): Promise<Row[]> =>
    (await session.run(sql)).map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value])),
    )

  const load = async (batch: Batch): Promise<void> => {
    const file = join(scratch, `${batch.batchId}.csv.gz`)
    const source = createReadStream(batch.file)
    await pipeline(source, emptyNulls(), createGzip({ level: 1 }), createWriteStream(file))
    const ownFolder = `${folder}${batch.batchId}/`
    checkPut(await moveFiles(stageStatements.put(file, ownFolder)))
    await rm(file)
    checkLoaded(await moveFiles(stageStatements.copy(ownFolder)), batch)
    await session.run(stageStatements.remove(ownFolder))
  }

  const moveCursor: Target['moveCursor'] = async ({ table: { name, version }, from, to, history = '' }) => {
    const binds = [orgId, name, `${to}`, '0', `${version}`, history, `${from}`, `${from}`]
    await session.run(cursorStatements.move, binds)
  }

  /** Returns the columns of the cursors. A table of an older version lacks some, which the next write adds. */
  const findCursors = async (): Promise<{ hasHistory: boolean } | undefined> => {
    if (areCursorsComplete) return { hasHistory: true }
    const columns = await findColumns(session, cursorStatements.name)
    if (columns.size === 0) return undefined
    const hasHistory = columns.has('history')
    if (isReadOnly) return { hasHistory }
    if (!hasHistory) await session.run(cursorStatements.addHistory)
    areCursorsComplete = true
    return { hasHistory: true }
  }

  const merge = async (batch: Batch): Promise<void> => {
    const { table, syncedAt, batchId, rewritesEqual } = batch
    await session.run(statementsFor(table).merge(rewritesEqual), [syncedAt, batchId])
    reach('sync.merged')
    await moveCursor(batch)
  }

  return {
    readCursor: async (table) => {
      if ((await findColumns(session, table.name)).size === 0) return undefined
      const cursors = await findCursors()
      if (cursors === undefined) return undefined
      const [row] = await session.run(cursorStatements.read(cursors), [orgId, table.name])
      return row && cursorFrom(row)
    },
    findFaults: async (table) => {
      const found = await findColumns(session, table.name)
      return found.size === 0 ? undefined : columnFaults(typedColumnsOf(table, catalogued), found)
    },
    prepare: (table) => prepareTable(session, table),
    writeCursor: async ({ name }, { position, rewriteUntil, version, history = '' }) => {
      const binds = [orgId, name, `${position}`, `${rewriteUntil}`, `${version}`, history]
      await session.run(cursorStatements.write, binds)
    },
    stage,
    commit: async (batch) => {
      // An earlier session's temporary table ended with it.
      if (staged !== batch.batchId) await stage(batch)
      await transact(session, () => merge(batch))
    },
    moveCursor,
    checksum: async (table, digits) => {
      const rows = await session.run(statementsFor(table).checksum(digits), [orgId])
      return rows.map(bucketFrom)
    },
    listHashes: async (table, prefixes) => {
      const json = JSON.stringify(prefixes)
      const rows = await session.run(statementsFor(table).listHashes, [orgId, json, json])
      return rows.map(storedHashFrom)
    },
    removeRows: async (table, keys) => {
      await session.run(statementsFor(table).removeRows, [orgId, JSON.stringify(keys)])
    },
    dropTables: async (tables) => {
      await session.run(cursorStatements.create)
      for (const table of tables) await dropTable(session, { table, orgId })
      if (await isEmpty(session, cursorStatements.findRow)) await session.run(cursorStatements.drop)
      await session.run(stageStatements.remove(folder))
    },
    close: session.close,
  }
}

async function prepareTable(session: Session, table: WarehouseTable): Promise<void> {
  const statements = statementsFor(table)
  const stored = await findColumns(session, table.name)
  if (stored.size === 0) {
    await session.run(cursorStatements.create)
    await session.run(statements.createTable)
    // The table was dropped by hand, so it must be refilled from the start.
    await session.run(cursorStatements.forget, [table.name])
    return
  }
  if (!syncColumns.every((name) => stored.has(name))) {
    throw new UnusablePlaceError(
      `the table ${table.name} was created by something else; rename it, or choose another schema`,
    )
  }
  for (const column of table.columns.filter(({ name }) => !stored.has(name))) {
    await session.run(statements.addColumn(column))
    await session.run(statements.describeColumn(column))
  }
}

async function dropTable(
  session: Session,
  { table, orgId }: { table: WarehouseTable; orgId: string },
): Promise<void> {
  const statements = statementsFor(table)
  if (isOfSync(await findColumns(session, table.name))) {
    await session.run(statements.removeWorkspace, [orgId])
    if (await isEmpty(session, statements.findRow)) await session.run(statements.drop)
  }
  await session.run(cursorStatements.remove, [orgId, table.name])
}

async function findColumns(session: Session, name: string): Promise<Map<string, string>> {
  const rows = await session.run(findColumnsOf(name))
  return new Map(rows.map(({ name, type }) => [String(name).toLowerCase(), String(type)]))
}

async function isEmpty(session: Session, findRow: string): Promise<boolean> {
  return (await session.run(findRow)).length === 0
}

/** A DDL statement would commit, so `change` must contain none. */
async function transact(session: Session, change: () => Promise<void>): Promise<void> {
  await session.run('BEGIN TRANSACTION')
  try {
    await change()
    await session.run('COMMIT')
  } catch (cause) {
    // If this fails too, the session is gone, and its transaction with it.
    await session.run('ROLLBACK').catch(() => undefined)
    throw cause
  }
}

function checkPut(files: readonly Row[]): void {
  if (files.every(({ status }) => status === 'UPLOADED')) return
  throw new Error(`the file of the batch did not reach the stage: ${textOf(files)}`)
}

function checkLoaded(files: readonly Row[], batch: Batch): void {
  const rows = files.reduce((sum, file) => sum + Number(file.rows_loaded ?? 0), 0)
  if (files.every(({ status }) => status === 'LOADED') && rows === batch.rows) return
  throw new Error(
    `${rows} of the ${batch.rows} rows of the batch ${batch.batchId} were loaded: ${textOf(files)}`,
  )
}

function textOf(rows: readonly Row[]): string {
  return rows.map(({ status, message, first_error: first }) => String(first ?? message ?? status)).join('; ')
}
