import { reach } from '@signalpost/runtime'
import type { Batch, Target } from '../target.ts'
import type { Connection } from './connection.ts'
import { hideRows } from './fault-of.ts'
import { cursorStatementsFor, statementsFor } from './statements.ts'

// Below this, copying twice costs little, and a rolled-back copy would leave as much garbage.
const minRowsToFill = 1_000

/**
 * Stages and commits batches. Copies large batches straight into the table, in half the time, until one contains an
 * existing key and is rolled back; from then on, and for small batches, copies through a temporary table.
 */
export function createBatchWriter(
  connection: Connection,
  { orgId, schema }: { orgId: string; schema: string },
): Pick<Target, 'stage' | 'commit'> {
  const { query, transact } = connection
  const cursors = cursorStatementsFor(schema)
  /** The batch in the temporary table, as last staged. */
  let staged: string | undefined
  /** Tables known to contain rows of later batches. */
  const known = new Set<string>()

  const isNew = ({ rows, table }: Batch) => rows >= minRowsToFill && !known.has(table.name)

  const copy = async (statement: string, { file, rows }: Batch) => {
    const copied = await connection.copyFile(statement, file)
    if (copied !== rows) throw new Error(`The file of the batch has ${copied} rows, not ${rows}.`)
  }

  const stage = async (batch: Batch) => {
    const statements = statementsFor(batch.table, schema)
    staged = undefined
    await query(statements.dropStage)
    await query(statements.createStage)
    try {
      await copy(statements.fillStage, batch)
    } catch (error) {
      if (!hasStrangeInstant(error)) throw error
      await query(statements.readInstantsAsText)
      await copy(statements.fillStage, batch)
      await query(statements.convertInstants)
    }
    staged = batch.batchId
  }

  /** Writes rows and cursor in one transaction. */
  const writeWith = ({ table, batchId, from, to, history }: Batch, writeRows: () => Promise<unknown>) =>
    transact(async () => {
      await query(statementsFor(table, schema).lockRows, [orgId])
      await writeRows()
      await query(cursors.move, [orgId, table.name, from, to, table.version, batchId, history])
      reach('sync.merged')
    })

  const fill = (batch: Batch) => {
    const statements = statementsFor(batch.table, schema)
    return writeWith(batch, async () => {
      await query(statements.nameBatch, [batch.syncedAt, batch.batchId])
      await copy(statements.fill, batch)
    })
  }

  const merge = async (batch: Batch) => {
    const { table, batchId, syncedAt, rewritesEqual } = batch
    const statements = statementsFor(table, schema)
    const [found] = await query(statements.hasRepeatedKeys)
    const isDistinct = found?.repeated === false
    await writeWith(batch, () => query(statements.merge({ isDistinct, rewritesEqual }), [syncedAt, batchId]))
  }

  const commit = async (batch: Batch) => {
    if (isNew(batch)) {
      try {
        await fill(batch)
        return
      } catch (error) {
        if (hasBrokenConstraint(error)) known.add(batch.table.name)
        else if (!hasStrangeInstant(error)) throw error
      }
    }
    if (staged !== batch.batchId) await stage(batch)
    await merge(batch)
  }

  return {
    stage: async (batch) => {
      if (isNew(batch)) staged = undefined
      else await withoutRows(stage(batch))
    },
    commit: (batch) => withoutRows(commit(batch)),
  }
}

function withoutRows(written: Promise<void>): Promise<void> {
  return written.catch((error: unknown) => {
    throw hideRows(error)
  })
}

function hasBrokenConstraint(error: unknown): boolean {
  return /^23/.test(codeOf(error))
}

/** A moment that PostgreSQL does not read as it is written. */
function hasStrangeInstant(error: unknown): boolean {
  return codeOf(error) === '22008'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
