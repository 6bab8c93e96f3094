import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { WarehouseTable } from '@signalpost/domain'
import { reach } from '@signalpost/runtime'
import { columnFaults, typedColumnsOf } from '../columns.ts'
import { bucketFrom, cursorFrom, storedHashFrom } from '../from-row.ts'
import { type Batch, isOfSync, syncColumns, type Target } from '../target.ts'
import { UnusablePlaceError } from '../unusable-place-error.ts'
import type { Dataset } from './dataset.ts'
import {
  cursorStatements,
  cursorsName,
  dropTable,
  fieldsOf,
  inTransaction,
  statementsFor,
  types,
} from './statements.ts'
import { writeNdjson } from './write-ndjson.ts'

/** Creates a target for one workspace's tables in one dataset. */
export function createBigQueryTarget(
  dataset: Dataset,
  { orgId, scratch, isReadOnly }: { orgId: string; scratch: string; isReadOnly: boolean },
): Target {
  /** The table of the latest staged batch. */
  let staged: string | undefined
  let areCursorsComplete = false

  /** Returns the columns of the cursors. A table of an older version lacks some, which the next write adds. */
  const findCursors = async (): Promise<{ hasHistory: boolean } | undefined> => {
    if (areCursorsComplete) return { hasHistory: true }
    const stored = await dataset.findTable(cursorsName)
    if (stored === undefined) return undefined
    const hasHistory = stored.columns.has('history')
    if (isReadOnly) return { hasHistory }
    if (!hasHistory) await dataset.query(cursorStatements.addHistory)
    areCursorsComplete = true
    return { hasHistory: true }
  }

  const removeStaged = async (): Promise<void> => {
    if (staged !== undefined) await dataset.query(dropTable(staged))
    staged = undefined
  }

  const stage = async (batch: Batch): Promise<void> => {
    if (staged !== stagedOf(batch)) await removeStaged()
    staged = stagedOf(batch)
    await dataset.query(statementsFor(batch.table).createStaged(staged))
    if (batch.rows === 0) return
    const file = join(scratch, `${batch.batchId}.ndjson.gz`)
    const digest = await writeNdjson(batch, file)
    await load(dataset, { batch, file, digest })
    await rm(file)
  }

  const merge = async (batch: Batch) => {
    const script = inTransaction([
      statementsFor(batch.table).merge({ ...batch, staged: stagedOf(batch) }),
      cursorStatements.move(batch),
    ])
    const end = await dataset.start(script)
    reach('sync.merged')
    await end()
  }

  return {
    readCursor: async (table) => {
      if ((await dataset.findTable(table.name)) === undefined) return undefined
      const cursors = await findCursors()
      if (cursors === undefined) return undefined
      const [row] = await dataset.query(cursorStatements.read(cursors), { org: orgId, table: table.name })
      return row && cursorFrom(row)
    },
    findFaults: async (table) => {
      const found = await dataset.findTable(table.name)
      return found && columnFaults(typedColumnsOf(table, types), found.columns)
    },
    prepare: (table) => prepareTable(dataset, table),
    writeCursor: async ({ name }, cursor) => {
      await dataset.query(cursorStatements.write({ orgId, table: name, ...cursor }))
    },
    stage,
    commit: async (batch) => {
      if (staged !== stagedOf(batch)) await stage(batch)
      await merge(batch)
    },
    moveCursor: async (stretch) => {
      await dataset.query(cursorStatements.move({ orgId, ...stretch }))
    },
    checksum: async (table, digits) => {
      const rows = await dataset.query(statementsFor(table).checksum(digits), { org: orgId })
      return rows.map(bucketFrom)
    },
    listHashes: async (table, prefixes) => {
      const rows = await dataset.query(statementsFor(table).listHashes, { org: orgId, prefixes })
      return rows.map(storedHashFrom)
    },
    removeRows: async (table, keys) => {
      await dataset.query(statementsFor(table).removeRows, { org: orgId, keys })
    },
    dropTables: async (tables) => {
      await removeStaged()
      await prepareCursors(dataset)
      for (const table of tables) await dropTableOf(dataset, { table, orgId })
      if (await isEmpty(dataset, cursorStatements.findRow)) await dataset.query(cursorStatements.drop)
    },
    close: removeStaged,
  }
}

export async function prepareCursors(dataset: Dataset): Promise<void> {
  if ((await dataset.findTable(cursorsName)) === undefined) await dataset.query(cursorStatements.create)
}

/** Keyed by columns too, so a process that knows more columns has its own table. */
function stagedOf({ batchId, table }: Batch): string {
  return `_stg_${batchId}_v${table.version}`
}

/**
 * Loads the same bytes only once. If a process died during the load, this waits for the job that it began. A job that
 * failed, or whose table is gone, leaves its id used, so another id is taken.
 */
async function load(
  dataset: Dataset,
  { batch, file, digest }: { batch: Batch; file: string; digest: string },
): Promise<void> {
  const jobId = `signalpost_${batch.batchId}_${digest.slice(0, 16)}`
  const into = { table: stagedOf(batch), fields: fieldsOf(batch.table) }
  const countRows = async () => (await dataset.findTable(into.table))?.rows ?? 0
  const isBegunHere = await dataset.load(file, { ...into, jobId })
  if (!isBegunHere && (await countRows()) !== batch.rows) {
    await dataset.load(file, { ...into, jobId: `${jobId}_${randomUUID()}` })
  }
  const rows = await countRows()
  if (rows !== batch.rows) {
    throw new Error(`${rows} of the ${batch.rows} rows of the batch ${batch.batchId} were loaded`)
  }
}

async function prepareTable(dataset: Dataset, table: WarehouseTable): Promise<void> {
  const statements = statementsFor(table)
  const stored = await dataset.findTable(table.name)
  if (stored === undefined) {
    await prepareCursors(dataset)
    await dataset.query(statements.createTable)
    // The table was dropped by hand, so it must be refilled from the start.
    await dataset.query(cursorStatements.forget, { table: table.name })
    return
  }
  if (!syncColumns.every((name) => stored.columns.has(name))) {
    throw new UnusablePlaceError(
      `the table ${table.name} was created by something else; rename it, or choose another dataset`,
    )
  }
  const missing = table.columns.filter(({ name }) => !stored.columns.has(name))
  if (missing.length > 0) await dataset.query(statements.addColumns(missing))
}

async function dropTableOf(
  dataset: Dataset,
  { table, orgId }: { table: WarehouseTable; orgId: string },
): Promise<void> {
  const statements = statementsFor(table)
  const stored = await dataset.findTable(table.name)
  if (stored !== undefined && isOfSync(stored.columns)) {
    await dataset.query(statements.removeWorkspace, { org: orgId })
    if (await isEmpty(dataset, statements.findRow)) await dataset.query(statements.drop)
  }
  await dataset.query(cursorStatements.remove, { org: orgId, table: table.name })
}

async function isEmpty(dataset: Dataset, findRow: string): Promise<boolean> {
  return (await dataset.query(findRow)).length === 0
}
