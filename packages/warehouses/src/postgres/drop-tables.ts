import type { WarehouseTable } from '@signalpost/domain'
import { isOfSync } from '../target.ts'
import type { Connection } from './connection.ts'
import { findColumns } from './find-columns.ts'
import { cursorStatementsFor, statementsFor } from './statements.ts'

type Statements = Record<'lockTable' | 'isEmpty' | 'drop', string> & {
  findCurrent?: string
  dropCurrent?: string
}

/** Removes a workspace's rows and cursors in one transaction, and the tables without rows of other workspaces. */
export function dropTables(
  connection: Connection,
  { tables, orgId, schema }: { tables: readonly WarehouseTable[]; orgId: string; schema: string },
): Promise<void> {
  const { query } = connection
  /** The lock prevents writes between the check and the end of the transaction. */
  const dropWhereEmpty = async (of: Statements) => {
    await query(of.lockTable)
    const [found] = await query(of.isEmpty)
    if (found?.is_empty !== true) return
    const [view] = of.findCurrent === undefined ? [] : await query(of.findCurrent)
    if (view?.is_ours === true && of.dropCurrent !== undefined) await query(of.dropCurrent)
    await query(of.drop)
  }
  return connection.transact(async () => {
    for (const table of tables) {
      const stored = await findColumns(connection, schema, table.name)
      if (stored === undefined || !isOfSync(stored)) continue
      const statements = statementsFor(table, schema)
      await query(statements.removeWorkspace, [orgId])
      await dropWhereEmpty(statements)
    }
    const cursors = cursorStatementsFor(schema)
    if ((await findColumns(connection, schema, cursors.name)) === undefined) return
    await query(cursors.remove, [orgId, tables.map(({ name }) => name)])
    await dropWhereEmpty(cursors)
  })
}
