import { isAbsolute } from 'node:path'
import type { WarehouseTable } from '@signalpost/domain'
import { reach } from '@signalpost/runtime'
import { z } from 'zod'
import { answerOf } from '../answers/answer.ts'
import { scopeRecipe } from '../answers/scope-recipe.ts'
import { columnFaults } from '../columns.ts'
import { defineWarehouse } from '../define-warehouse.ts'
import { modesFor, readableBy, readableByOption } from '../file-modes.ts'
import { cursorFrom } from '../from-row.ts'
import { literal } from '../quote.ts'
import { realPathOf } from '../real-path.ts'
import { type Batch, syncColumns, type Target } from '../target.ts'
import { UnusablePlaceError } from '../unusable-place-error.ts'
import { dropTables } from './drop-tables.ts'
import type { Engine } from './engine.ts'
import { faultOf, hideRows } from './errors.ts'
import { hasTable } from './has-table.ts'
import { readBatch } from './read-batch.ts'
import { readBuckets, readHashes } from './read-checksums.ts'
import { describedColumnsOf } from './sql.ts'
import { cursorStatements, statementsFor } from './statements.ts'
import { fileUser, findFile, locateDatabase, type UseFile } from './use-file.ts'

const settings = z.strictObject({
  path: z.string().refine(isAbsolute, { message: 'expected an absolute path' }),
  readableBy,
})

/** A DuckDB file on the worker's machine, open only during a batch. */
export const duckdb = defineWarehouse({
  kind: 'duckdb',
  title: 'DuckDB',
  summary: 'Keep a DuckDB file in sync; it is open only during writes',
  isBeta: false,
  settings,
  secrets: z.strictObject({}),
  options: {
    path: {
      placeholder: '<file>',
      description: 'a file that the worker reaches at this path',
      isPath: true,
    },
    readableBy: readableByOption,
  },
  locationOf: ({ settings: { path } }) => realPathOf(path),
  recipes: {
    engine: 'duckdb',
    preambleOf: ({ path }) => `attach ${literal(path)} as signalpost (read_only);\nuse signalpost;`,
    areAnswered: true,
  },
  optionalPackages: {},
  // A check blocks people who write to the file.
  looksAgainAfterMs: 3_600_000,
  losses: {},
  open: async ({ orgId, settings: { path, readableBy: readers }, scratch, bounds }) => {
    const useFile = fileUser({ path, bounds, scratch, fileMode: modesFor(readers).file })
    const isThere = async () => findFile(await locateDatabase(path, bounds))
    // Fails early if it is not a database, or another process has it open.
    if (await isThere()) await useFile('read', async () => undefined)
    return openTarget({ orgId, path, isThere, useFile })
  },
  faultOf,
})

function openTarget({
  orgId,
  path,
  isThere,
  useFile,
}: {
  orgId: string
  path: string
  isThere: () => Promise<boolean>
  useFile: UseFile
}): Target {
  /** Returns `absent` if there is no such table yet. */
  const readTable = async <Result>(
    { name }: { name: string },
    absent: Result,
    read: (engine: Engine) => Promise<Result>,
  ): Promise<Result> => {
    if (!(await isThere())) return absent
    return useFile('read', async (engine) => ((await hasTable(engine, name)) ? read(engine) : absent))
  }

  return {
    readCursor: (table) =>
      readTable(table, undefined, async (engine) => {
        // It may be gone alone.
        if (!(await hasTable(engine, cursorStatements.name))) return undefined
        const [row] = await engine.query(cursorStatements.read, [orgId, table.name])
        return row && cursorFrom(row)
      }),
    findFaults: (table) =>
      readTable(table, undefined, async ({ query }) => {
        const found = await query(statementsFor(table).findColumns, [table.name])
        const types = new Map(found.map(({ name, type }) => [String(name), String(type)]))
        return columnFaults(describedColumnsOf(table), types)
      }),
    lacksView: (table) =>
      readTable(table, false, async ({ query }) => {
        const [view] = await query(statementsFor(table).lacksView)
        return view?.lacks === true
      }),
    prepare: (table) => useFile('write', (engine) => prepareTable(engine, { table, path })),
    writeCursor: (table, { position, rewriteUntil, version, history = null }) =>
      useFile('write', async ({ run }) => {
        await run(cursorStatements.write, [
          orgId,
          table.name,
          position,
          rewriteUntil,
          BigInt(version),
          history,
        ])
      }),
    moveCursor: ({ table: { name, version }, from, to, history = null }) =>
      useFile('write', async ({ run }) => {
        await run(cursorStatements.move, [orgId, name, from, to, BigInt(version), history])
      }),
    // The batch's file is read where it is.
    stage: async () => undefined,
    commit: (batch) => useFile('write', (engine) => hideRows(() => mergeBatch(engine, batch))),
    checksum: (table, digits) =>
      readTable(table, [], (engine) => readBuckets(engine, statementsFor(table).checksum, { orgId, digits })),
    listHashes: (table, prefixes) =>
      readTable(table, [], (engine) =>
        readHashes(engine, statementsFor(table).listHashes, { orgId, prefixes }),
      ),
    removeRows: (table, keys) =>
      useFile('write', async ({ run }) => {
        await run(statementsFor(table).removeRows, [orgId, JSON.stringify(keys)])
      }),
    ask: ({ sql, most }) =>
      useFile('read', async ({ query }) =>
        answerOf(await query(scopeRecipe(sql, { tableOf: (name) => `main.${name}`, most }), [orgId])),
      ),
    dropTables: async (tables) => {
      if (await isThere()) await useFile('write', (engine) => dropTables(engine, { tables, orgId }))
    },
    close: () => useFile.close(),
  }
}

async function prepareTable(
  { query, run, transact }: Engine,
  { table, path }: { table: WarehouseTable; path: string },
): Promise<void> {
  const statements = statementsFor(table)
  const [found] = await query(statements.countOwnColumns, [table.name])
  const isNew = Number(found?.columns) === 0
  if (!isNew && found?.own !== syncColumns.length) {
    throw new UnusablePlaceError(
      `the table ${table.name} in ${path} was created by something else; rename it, or choose another file`,
    )
  }
  await transact(async () => {
    await run(cursorStatements.create)
    await run(cursorStatements.addHistory)
    // The table was dropped by hand, so it must be refilled from the start.
    if (isNew) await run(cursorStatements.forget, [table.name])
    await run(statements.createTable)
    for (const statement of statements.addColumns) await run(statement)
    const undescribed = await query(statements.findUndescribed, [table.name])
    for (const statement of statements.describe(undescribed.map(({ name }) => String(name))))
      await run(statement)
    const [current] = await query(statements.findCurrent)
    // What a person made under its name stays.
    if (current !== undefined && (current.is_ours !== true || current.is_whole === true)) return
    for (const statement of statements.replaceCurrent) await run(statement)
  })
}

async function mergeBatch({ run, transact }: Engine, batch: Batch): Promise<void> {
  const { table, orgId, from, to, rewritesEqual, history = null } = batch
  const statements = statementsFor(table)
  await readBatch(batch, (select) => run(statements.stage(select)))
  await run(statements.keepGreatest)
  await transact(async () => {
    await run(statements.merge(rewritesEqual))
    await run(cursorStatements.move, [orgId, table.name, from, to, BigInt(table.version), history])
    reach('sync.merged')
  })
  await run(statements.dropStage)
}
